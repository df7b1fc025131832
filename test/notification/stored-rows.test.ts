import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { messageReplied } from "#libs/contracts/messaging.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { transactionOn } from "#libs/mongo/transaction.ts";
import { dispatchStore } from "#services/notification/data/dispatch.store.ts";
import { recipientStore } from "#services/notification/data/recipient.store.ts";
import { aMessage, envelopeOf, type Fixture, sentTo, startFixture } from "./fixture.ts";

let service: Fixture;
beforeAll(async () => {
  service = await startFixture();
  // Nothing is sent but when a test says so.
  await service.runtime.jobs.stop();
});
afterAll(() => service.stop());

const connection = () => service.runtime.database("notification");
const rowsOf = (collection: string, userId: string) => connection().collection(collection).find({ userId }).toArray();

// The embedded store applies writes one after the other, so a race alone does not tell whether the index is there.
it.each([
  ["NOT-17 one notification of an event for a user", "notifications", ["eventId", "userId", "eventKey"]],
  ["NOT-17 one dispatch of an event for a user and a channel", "notification_dispatches", ["eventId", "userId", "eventKey", "channel"]],
  ["NOT-16 one subscription of an address", "email_subscriptions", ["emailHash"]],
])("%s: the store itself refuses a second one", async (_title, collection, fields) => {
  const unique = (await connection().collection(collection).indexes()).filter((index) => index.unique === true).map(({ key }) => key);
  expect(unique).toContainEqual(Object.fromEntries(fields.map((field) => [field, 1])));
});

it("NOT-12 NOT-13 GDP-08 note whose name they hold, so that it goes with the account", async () => {
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

it("NOT-17 GDP-08 hold nothing for an account that is erased, also when an event comes late", async () => {
  const creator = uuid();
  await transactionOn(connection())((tx) => recipientStore(connection()).markGone(tx, creator));
  await service.deliver(sentTo(creator, "Ada"));
  expect([await rowsOf("notifications", creator), await rowsOf("notification_dispatches", creator)]).toEqual([[], []]);
  expect((await service.list(creator)).total).toBe(0);
});

it("NTF-04 a mail belongs to who has its lease: whoever lost it ends nothing any more", async () => {
  const reader = uuid();
  await service.deliver(sentTo(reader));
  const dispatches = dispatchStore(connection());
  const now = service.runtime.clock.now();
  const later = (seconds: number) => new Date(now.getTime() + seconds * SECOND);
  const mine = async (at: Date, until: Date) => (await dispatches.claim(at, until, 100)).find(({ userId }) => userId === reader);
  const [slow, quick] = [await mine(now, later(1)), await mine(later(1), later(2))];
  if (!slow || !quick) throw new Error("the mail was not claimed twice");
  await transactionOn(connection())((tx) => dispatches.end(tx, slow, { status: "FAILED", reason: "ERROR", at: later(1) }));
  await dispatches.giveBack(slow, later(9), 0, "ERROR");
  expect(await rowsOf("notification_dispatches", reader)).toMatchObject([{ status: "PENDING", lease: quick.lease, attempts: 2 }]);
  await transactionOn(connection())((tx) => dispatches.end(tx, quick, { status: "SENT", reason: null, at: later(1) }));
  expect(await rowsOf("notification_dispatches", reader)).toMatchObject([{ status: "SENT", lease: null }]);
});

it("NTF-04 a mail that was begun ten times and never came to an end is given up", async () => {
  const userId = uuid();
  const email = `${userId}@example.org`;
  service.contacts.set(userId, { email });
  await service.deliver(sentTo(userId));
  await connection()
    .collection("notification_dispatches")
    .updateOne({ userId }, { $set: { attempts: 10 } });
  await service.send();
  expect(await rowsOf("notification_dispatches", userId)).toMatchObject([{ status: "FAILED", reason: "ABANDONED" }]);
  expect(await service.mailsTo(email)).toEqual([]);
});
