import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { messageReplied } from "#libs/contracts/messaging.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { transactionOn } from "#libs/mongo/transaction.ts";
import { recipientStore } from "#services/notification/data/recipient.store.ts";
import { aMessage, envelopeOf, type Fixture, sentTo, startFixture } from "./fixture.ts";

let service: Fixture;
beforeAll(async () => {
  service = await startFixture();
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
