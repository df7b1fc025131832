import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { messageReplied } from "#libs/contracts/messaging/index.ts";
import { setPreferences } from "#libs/contracts/notification/index.ts";
import { DAY, SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { dispatchStore } from "#services/notification/data/dispatch.store.ts";
import { recipientStore } from "#services/notification/data/recipient.store.ts";
import { aMessage, envelopeOf, type Fixture, sentTo, startFixture } from "./fixture.ts";

let service: Fixture;
beforeAll(async () => {
  service = await startFixture();
  // Stops the job, so that only the tests send dispatches.
  await service.runtime.jobs.stop();
});
afterAll(() => service.stop());

const database = () => service.runtime.database("notification");
const rowsOf = (collection: string, userId: string) => database().connection.collection(collection).find({ userId }).toArray();

// The embedded store applies writes one after the other, so a race alone does not prove the index.
it.each([
  ["NOT-17 one notification of an event for a user", "notifications", ["eventId", "userId", "eventKey"]],
  ["NOT-17 one dispatch of an event for a user and a channel", "notification_dispatches", ["eventId", "userId", "eventKey", "channel"]],
  ["NOT-16 one subscription of an address", "email_subscriptions", ["emailHash"]],
])("%s: a unique index refuses a second one", async (_title, collection, fields) => {
  const unique = (await database().connection.collection(collection).indexes())
    .filter((index) => index.unique === true)
    .map(({ key }) => key);
  expect(unique).toContainEqual(Object.fromEntries(fields.map((field) => [field, 1])));
});

it("NOT-12 NOT-13 GDP-08 notifications and dispatches store the id of the user whose name they contain", async () => {
  const [creator, fan] = [uuid(), uuid()];
  const sent = sentTo(creator, "Ada");
  const message = aMessage({ senderId: fan });
  await service.deliver(sent, envelopeOf(messageReplied, { ...message, replyId: uuid(), creatorName: "Grace" }));
  const { senderId } = sent.payload as { senderId: string };
  for (const collection of ["notifications", "notification_dispatches"]) {
    expect(await rowsOf(collection, creator)).toMatchObject([{ data: { senderName: "Ada" }, namedUserId: senderId }]);
    expect(await rowsOf(collection, fan)).toMatchObject([{ data: { creatorName: "Grace" }, namedUserId: message.receiverId }]);
  }
});

it("NOT-17 GDP-08 a late event stores nothing for a deleted account", async () => {
  const creator = uuid();
  await database().transaction((tx) => recipientStore(database()).markDeleted(tx, creator));
  await service.deliver(sentTo(creator, "Ada"));
  expect([await rowsOf("notifications", creator), await rowsOf("notification_dispatches", creator)]).toEqual([[], []]);
  expect((await service.list(creator)).total).toBe(0);
});

it("NTF-04 only the holder of its lease ends or releases a dispatch", async () => {
  const reader = uuid();
  await service.deliver(sentTo(reader));
  const dispatches = dispatchStore(database());
  const now = service.runtime.clock.now();
  const later = (seconds: number) => new Date(now.getTime() + seconds * SECOND);
  const claimOwn = async (at: Date, until: Date) => (await dispatches.claim(at, until, 100)).find(({ userId }) => userId === reader);
  const [expired, current] = [await claimOwn(now, later(1)), await claimOwn(later(1), later(2))];
  if (!expired || !current) throw new Error("the mail was not claimed twice");
  await database().transaction((tx) => dispatches.finish(expired, { status: "FAILED", reason: "ERROR", at: later(1) }, tx));
  await dispatches.release(expired, later(9), 0, "ERROR");
  expect(await rowsOf("notification_dispatches", reader)).toMatchObject([{ status: "PENDING", lease: current.lease, attempts: 2 }]);
  await database().transaction((tx) => dispatches.finish(current, { status: "SENT", reason: null, at: later(1) }, tx));
  expect(await rowsOf("notification_dispatches", reader)).toMatchObject([{ status: "SENT", lease: null }]);
});

it("NTF-05 a stored key that this version does not know leaves list and digest readable", async () => {
  const reader = uuid();
  const email = `${reader}@example.org`;
  service.contacts.set(reader, { email, locale: "de" });
  service.locales.set(reader, "de");
  await service.as(reader, setPreferences, { preferences: [], emailMode: "DAILY" });
  await service.deliver(sentTo(reader), sentTo(reader));
  await service.send();
  for (const collection of ["notifications", "notification_dispatches"]) {
    const rows = database().connection.collection(collection);
    await rows.updateOne({ userId: reader, eventKey: "new_message_creator" }, { $set: { eventKey: "gift_received" } });
  }
  const { items } = await service.list(reader);
  expect(items).toContainEqual(
    expect.objectContaining({ eventKey: "gift_received", title: "Benachrichtigung", body: "Es gibt Neues in deinem Konto." }),
  );
  service.runtime.clock.advance(2 * DAY);
  await service.send();
  service.runtime.clock.reset();
  const [digest, ...others] = await service.mailsTo(email);
  expect(others).toEqual([]);
  expect(digest?.text).toContain("Es gibt Neues in deinem Konto.");
});

it("NTF-04 a dispatch fails after ten attempts that never ended", async () => {
  const userId = uuid();
  const email = `${userId}@example.org`;
  service.contacts.set(userId, { email });
  await service.deliver(sentTo(userId));
  await database()
    .connection.collection("notification_dispatches")
    .updateOne({ userId }, { $set: { attempts: 10 } });
  await service.send();
  expect(await rowsOf("notification_dispatches", userId)).toMatchObject([{ status: "FAILED", reason: "ABANDONED" }]);
  expect(await service.mailsTo(email)).toEqual([]);
});
