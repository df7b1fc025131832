import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { messageExpired, messageRejected, messageReplied } from "#libs/contracts/messaging/index.ts";
import { countUnreadNotifications } from "#libs/contracts/notification/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { aMessage, envelopeOf, type Fixture, sentTo, startFixture } from "./fixture.ts";

let service: Fixture;
beforeAll(async () => {
  service = await startFixture();
});
afterAll(() => service.stop());

function countStored(userId: string): Promise<number> {
  return service.runtime.database("notification").connection.collection("notifications").countDocuments({ userId });
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

describe("notifications of events", () => {
  it("NOT-12 message.sent notifies the creator, with the name of the sender and a link", async () => {
    const creator = uuid();
    const sent = sentTo(creator, "Ada");
    await service.deliver(sent);
    const { messageId, sessionId } = sent.payload as { messageId: string; sessionId: string };
    const { items, total } = await service.list(creator);
    expect(total).toBe(1);
    expect(items).toMatchObject([
      {
        eventKey: "new_message_creator",
        title: "New message",
        body: "Ada sent you a message.",
        read: false,
        readAt: null,
        createdAt: sent.at,
      },
    ]);
    expect(items[0]?.data).toEqual({ messageId, senderName: "Ada", dmType: "FREE", deepLink: `/messages/${sessionId}` });
  });

  it("NOT-12 shows the amount of a paid message and leaves out an unknown sender", async () => {
    const creator = uuid();
    const paid = sentTo(creator, null);
    await service.deliver({ ...paid, payload: { ...(paid.payload as object), price: "12.50", dmType: "SINGLE_PAY", status: "ESCROWED" } });
    const [item] = (await service.list(creator)).items;
    expect(item?.body).toBe("You have received a paid message: €12.50.");
    expect(item?.data).toMatchObject({ amount: "12.50", currency: "EUR", dmType: "SINGLE_PAY" });
    expect(item?.data).not.toHaveProperty("senderName");
  });

  it("NOT-13 message.replied notifies the fan only", async () => {
    const fan = uuid();
    const message = aMessage({ senderId: fan });
    await service.deliver(envelopeOf(messageReplied, { ...message, replyId: uuid(), creatorName: "Grace" }));
    const { items } = await service.list(fan);
    expect(items).toMatchObject([{ eventKey: "message_replied_fan", body: "Grace replied to your message." }]);
    expect(items[0]?.data).toMatchObject({
      messageId: message.messageId,
      creatorName: "Grace",
      deepLink: `/messages/${message.sessionId}`,
    });
    expect(await countStored(message.receiverId)).toBe(0);
  });

  it("NOT-14 message.expired notifies both sides, and the fan of a paid message of the refund", async () => {
    const message = aMessage({ price: "5.00" });
    await service.deliver(envelopeOf(messageExpired, { ...message, refunded: true, expiredAt: null }));
    const [toFan] = (await service.list(message.senderId)).items;
    const [toCreator] = (await service.list(message.receiverId)).items;
    expect(toFan).toMatchObject({ eventKey: "message_expired", body: "Your message got no reply in time. €5.00 is back in your wallet." });
    expect(toFan?.data).toMatchObject({ role: "FAN", amount: "5.00" });
    expect(toCreator).toMatchObject({ eventKey: "message_expired", body: "The time to reply to a message has run out." });
    expect(toCreator?.data).toMatchObject({ role: "CREATOR" });
  });

  it("NOT-14 shows no amount for an expired free message", async () => {
    const message = aMessage();
    await service.deliver(envelopeOf(messageExpired, { ...message, refunded: false, expiredAt: null }));
    const [toFan] = (await service.list(message.senderId)).items;
    expect(toFan?.body).toBe("Your message got no reply in time.");
  });

  it("NOT-14 does not notify the creator when a message that was held back expires", async () => {
    const message = aMessage({ price: "5.00" });
    await service.deliver(envelopeOf(messageExpired, { ...message, refunded: true, heldBack: true, expiredAt: null }));
    expect(await countStored(message.senderId)).toBe(1);
    expect(await countStored(message.receiverId)).toBe(0);
  });

  it("NOT-15 message.rejected notifies the fan of a refund, and no user when the message was free", async () => {
    const paid = aMessage({ price: "7.00" });
    const free = aMessage();
    await service.deliver(
      envelopeOf(messageRejected, { ...paid, refunded: true, rejectedBy: "CREATOR", reason: "not today" }),
      envelopeOf(messageRejected, { ...free, refunded: false, rejectedBy: "CREATOR", reason: null }),
    );
    const { items } = await service.list(paid.senderId);
    expect(items).toMatchObject([
      { eventKey: "message_rejected_refunded", body: "Your message was declined. €7.00 is back in your wallet." },
    ]);
    expect(await countStored(free.senderId)).toBe(0);
    expect(await countStored(paid.receiverId)).toBe(0);
  });

  it("NOT-17 makes twenty notifications of five shuffled deliveries of twenty events", async () => {
    const creator = uuid();
    const events = Array.from({ length: 20 }, () => sentTo(creator));
    for (const envelope of shuffled(Array.from({ length: 5 }, () => events).flat())) await service.redeliver(envelope);
    expect(await countStored(creator)).toBe(20);
    expect((await service.list(creator)).total).toBe(20);
    expect(await service.as(creator, countUnreadNotifications, {})).toEqual({ count: 20 });
  });

  it("NOT-17 makes one notification of ten parallel deliveries of one event", async () => {
    const creator = uuid();
    const envelope = sentTo(creator);
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => service.redeliver(envelope)));
    expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(await countStored(creator)).toBe(1);
    expect(await service.as(creator, countUnreadNotifications, {})).toEqual({ count: 1 });
  });

  it("NOT-17 counts every one of 25 parallel events for one user", async () => {
    const creator = uuid();
    await service.deliver(...Array.from({ length: 25 }, () => sentTo(creator)));
    expect(service.stream.dead).toEqual([]);
    expect(await countStored(creator)).toBe(25);
    expect((await service.list(creator)).total).toBe(25);
  });

  it("NOT-17 makes no second notification when an acknowledgement is lost and the event is delivered again", async () => {
    const creator = uuid();
    service.runtime.faults.arm({ point: "inbox.applied", mode: "error", times: 1 });
    await service.deliver(sentTo(creator));
    expect(service.runtime.faults.armed()).toEqual([]);
    expect(service.stream.dead).toEqual([]);
    expect(await countStored(creator)).toBe(1);
  });

  it("NOT-17 makes no second notification when the inbox record is gone, because of the unique index", async () => {
    const creator = uuid();
    const envelope = sentTo(creator);
    await service.deliver(envelope);
    await service.runtime.database("notification").connection.collection("inbox").deleteMany({});
    await service.redeliver(envelope);
    expect(await countStored(creator)).toBe(1);
    expect((await service.list(creator)).total).toBe(1);
  });

  it("NOT-18 stores no text of a message, even when the event has fields beyond its contract", async () => {
    const creator = uuid();
    const secret = "meet me at the usual place";
    const sent = sentTo(creator);
    await service.deliver({ ...sent, payload: { ...(sent.payload as object), content: secret, preview: secret, searchContent: secret } });
    const stored = await service.runtime
      .database("notification")
      .connection.collection("notifications")
      .find({ userId: creator })
      .toArray();
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(JSON.stringify(await service.list(creator))).not.toContain(secret);
  });

  it("NOT-18 does not show the reason of a rejection", async () => {
    const paid = aMessage({ price: "7.00" });
    await service.deliver(envelopeOf(messageRejected, { ...paid, refunded: true, rejectedBy: "CREATOR", reason: "a private word" }));
    expect(JSON.stringify(await service.list(paid.senderId))).not.toContain("a private word");
  });
});
