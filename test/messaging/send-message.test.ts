import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { mongo } from "mongoose";
import { createModerationRule, getMessage, listChatSessions } from "#libs/contracts/messaging/index.ts";
import { searchContentOf } from "#services/messaging/messages/domain/search-content.ts";
import { type MessagingFixture, messagingFixture, PAID, sendFrom } from "./messaging-fixture.ts";

let fixture: MessagingFixture;
beforeAll(async () => {
  fixture = await messagingFixture();
});
afterAll(() => fixture.stop());

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;

/** A fan with a full wallet and a creator who takes paid messages of five. */
async function paidPair(settings = {}) {
  const fan = fixture.newFan();
  await fixture.fund(fan, "100.00");
  return { fan, creator: fixture.newCreator({ dmType: "SINGLE_PAY", ...settings }) };
}

async function messageOf(id: string): Promise<Record<string, unknown>> {
  const [message] = await fixture.documents("messages", { _id: id });
  if (!message) throw new Error(`no message ${id}`);
  return message;
}

/** Nonce, tag and ciphertext of a sealed text. Two ciphertexts with the same nonce would reveal both texts. */
function partsOf(sealed: string): string[] {
  const bytes = Buffer.from(sealed.slice(sealed.indexOf(".") + 1), "base64");
  return [bytes.subarray(0, 12), bytes.subarray(12, 28), bytes.subarray(28)].map((part) => part.toString("hex"));
}

describe("POST /messages › response", () => {
  it("MSG-01 a free message is DELIVERED", async () => {
    const answer = await sendFrom(fixture, fixture.newFan(), fixture.newCreator());
    expect(answer).toEqual({ messageId: expect.stringMatching(UUID), status: "DELIVERED" });
  });

  it("MSG-02 a paid message is ESCROWED: its price leaves the balance and is held", async () => {
    const { fan, creator } = await paidPair();
    const { messageId, status } = await sendFrom(fixture, fan, creator, PAID);
    expect(status).toBe("ESCROWED");
    expect(await fixture.balance(fan)).toBe("95.00");
    expect(await fixture.documents("escrows", { messageId })).toMatchObject([{ status: "HELD", amount: 500n }]);
  });

  it("MSG-03 PER_MESSAGE works like SINGLE_PAY", async () => {
    const { fan, creator } = await paidPair({ dmType: "PER_MESSAGE" });
    expect(await sendFrom(fixture, fan, creator, { ...PAID, dmType: "PER_MESSAGE" })).toMatchObject({ status: "ESCROWED" });
    expect(await fixture.balance(fan)).toBe("95.00");
  });

  it.each([
    ["MSG-07 2000 characters with emoji and newlines", `${"é\n😀".repeat(500)}`.padEnd(2000, "x").slice(0, 2000)],
    ["MSG-07 white space at both ends", " \n\t hello \r\n "],
    ["MSG-65 markup", '<script>alert(1)</script> & "quotes" {{x}} <%y%>'],
    ["MSG-66 an emoji across the 500th unit", `${"a".repeat(499)}😀${"b".repeat(100)}`],
  ])("%s is returned unchanged", async (_title, content) => {
    const [fan, creator] = [fixture.newFan(), fixture.newCreator()];
    const { messageId } = await sendFrom(fixture, fan, creator, { content });
    expect((await fixture.as(creator)(getMessage, { messageId })).content).toBe(content);
  });

  it("MSG-12 a price with FREE is ignored", async () => {
    const { messageId } = await sendFrom(fixture, fixture.newFan(), fixture.newCreator(), { price: "9.00" });
    expect(await messageOf(messageId)).toMatchObject({ status: "DELIVERED", priceSnapshot: null });
    expect(await fixture.documents("escrows", { messageId })).toEqual([]);
  });
});

describe("POST /messages › effects", () => {
  it("MSG-40 creates one session for a pair, MSG-41 in either direction", async () => {
    const [one, other] = [fixture.newCreator(), fixture.newCreator()];
    const first = await messageOf((await sendFrom(fixture, one, other)).messageId);
    const second = await messageOf((await sendFrom(fixture, other, one)).messageId);
    expect(second.sessionId).toBe(first.sessionId);
    expect(await fixture.documents("chat_sessions", { visibleTo: one })).toHaveLength(1);
  });

  it("MSG-42 uses the session that a concurrent send has just created", async () => {
    const sessions = fixture.connection.models.chat_sessions as unknown as Record<string, unknown>;
    const duplicateKey = { message: "E11000 duplicate key", code: 11_000, keyPattern: { pairKey: 1 } };
    sessions.findOneAndUpdate = () => {
      delete sessions.findOneAndUpdate;
      return { lean: () => ({ exec: () => Promise.reject(new mongo.MongoServerError(duplicateKey)) }) };
    };
    expect(await sendFrom(fixture, fixture.newFan(), fixture.newCreator())).toMatchObject({ status: "DELIVERED" });
  });

  it("MSG-43 updates lastMessageAt of the session with every send", async () => {
    const [fan, creator] = [fixture.newFan(), fixture.newCreator()];
    fixture.setConfig({ "dm.free_per_creator_daily": 10 });
    await sendFrom(fixture, fan, creator);
    const [before] = await fixture.documents("chat_sessions", { visibleTo: fan });
    fixture.runtime.clock.advance(5_000);
    const { messageId } = await sendFrom(fixture, fan, creator);
    const [after] = await fixture.documents("chat_sessions", { visibleTo: fan });
    expect(after?.lastMessageAt).toEqual((await messageOf(messageId)).sentAt);
    expect(Number(after?.lastMessageAt)).toBeGreaterThanOrEqual(Number(before?.lastMessageAt) + 5_000);
    const { items } = await fixture.as(creator)(listChatSessions, {});
    expect(items).toMatchObject([{ unread: 2, counterpart: { userId: fan } }]);
  });

  it("MSG-44 MSG-45 keeps the price and commission rate of the time of the send", async () => {
    const { fan, creator } = await paidPair({ level: "GOLD" });
    const { messageId } = await sendFrom(fixture, fan, creator, { ...PAID, price: "7.50" });
    fixture.change(creator, { packagePrice: "50.00", level: "BRONZE" });
    fixture.setConfig({ "creator.commission_gold": 0.5 });
    expect(await messageOf(messageId)).toMatchObject({ priceSnapshot: 750n, commissionRate: 0.15 });
    expect(await fixture.documents("escrows", { messageId })).toMatchObject([{ amount: 750n, commissionRate: 0.15 }]);
  });

  it.each([
    ["the default of 48 hours", undefined, {}, 48],
    ["the hours of the request", 3, {}, 3],
    ["the creator's shortest window, without hours in the request", undefined, { minTimeoutHours: 72 }, 72],
    ["the creator's longest window, without hours in the request", undefined, { maxTimeoutHours: 24 }, 24],
  ])("MSG-46 sets expiresAt to sentAt plus %s", async (_title, timeoutHours, settings, hours) => {
    const { messageId } = await sendFrom(fixture, fixture.newFan(), fixture.newCreator(settings), timeoutHours ? { timeoutHours } : {});
    const { sentAt, expiresAt, openUntil } = await messageOf(messageId);
    expect(Number(expiresAt) - Number(sentAt)).toBe(hours * 3_600_000);
    expect(openUntil).toEqual(expiresAt);
  });

  it("MSG-46 takes the reply window from the settings at the time of the send, also from scoped ones", async () => {
    const own = await messagingFixture();
    try {
      own.setConfig({ "dm.timeout_hours": 12 });
      own.setConfig({ "dm.timeout_hours": 6 }, { kind: "platform", value: "IOS" });
      own.setConfig({ "dm.timeout_hours": 4 }, { kind: "tier", value: "GOLD" });
      const hours = async (sender: string, platform: "WEB" | "IOS") => {
        const { messageId } = await sendFrom(own, sender, own.newCreator(), { platform });
        const [message] = await own.documents("messages", { _id: messageId });
        return message?.timeoutHours;
      };
      expect(await hours(own.newFan(), "WEB")).toBe(12);
      expect(await hours(own.newFan(), "IOS")).toBe(6);
      expect(await hours(own.newCreator({ level: "GOLD" }), "IOS")).toBe(4);
    } finally {
      await own.stop();
    }
  });

  it("CFG-29 MSG-28 limits free messages by the settings of the sender's scope", async () => {
    const own = await messagingFixture();
    try {
      own.setConfig({ "dm.free_daily_limit": 100, "dm.free_per_creator_daily": 1 });
      own.setConfig({ "dm.free_per_creator_daily": 2 }, { kind: "platform", value: "IOS" });
      own.setConfig({ "dm.free_per_creator_daily": 3 }, { kind: "tier", value: "GOLD" });
      own.setConfig({ "dm.free_daily_limit": 1 }, { kind: "platform", value: "ANDROID" });
      const accepted = async (sender: string, platform: "WEB" | "IOS") => {
        const creator = own.newCreator();
        const send = (content: string) => sendFrom(own, sender, creator, { platform, content });
        let sent = 0;
        while (sent < 4 && (await send(`message ${sent}`).catch(() => null))) sent += 1;
        await expect(send("one more")).rejects.toMatchObject({ key: "message.send.error.free_dm_per_creator_limit" });
        return sent;
      };
      expect(await accepted(own.newFan(), "WEB")).toBe(1);
      expect(await accepted(own.newFan(), "IOS")).toBe(2);
      expect(await accepted(own.newCreator({ level: "GOLD" }), "IOS")).toBe(3);
      const fan = own.newFan();
      await sendFrom(own, fan, own.newCreator(), { platform: "ANDROID" });
      await expect(sendFrom(own, fan, own.newCreator(), { platform: "ANDROID" })).rejects.toMatchObject({
        key: "message.send.error.free_dm_daily_limit",
      });
    } finally {
      await own.stop();
    }
  });

  it("MSG-47 stores no plain text except the projection, and equal texts as different ciphertexts", async () => {
    const content = `tell nobody ${"z".repeat(600)} the end`;
    const fan = fixture.newFan();
    const sent = [
      await sendFrom(fixture, fan, fixture.newCreator(), { content }),
      await sendFrom(fixture, fan, fixture.newCreator(), { content }),
    ];
    const [one, other] = await Promise.all(sent.map(({ messageId }) => messageOf(messageId)));
    const [first = [], second = []] = [one, other].map((message) => partsOf(String(message?.content)));
    expect([first.length, second.length]).toEqual([3, 3]);
    for (const [index, part] of first.entries()) expect([index, part]).not.toEqual([index, second[index]]);
    for (const name of ["messages", "chat_sessions", "outbox", "message_status_logs", "message_rule_snapshots", "text_guards"]) {
      const text = JSON.stringify(await fixture.documents(name), (_key, value) => (typeof value === "bigint" ? String(value) : value));
      expect(text).not.toContain("the end");
      if (name !== "messages") expect(text).not.toContain("tell nobody");
    }
  });

  it("MSG-48 MSG-66 stores exactly the first 500 characters as searchContent, and null when the projection is off", async () => {
    const content = `${"0123456789".repeat(60)}`;
    const { messageId } = await sendFrom(fixture, fixture.newFan(), fixture.newCreator(), { content });
    expect((await messageOf(messageId)).searchContent).toBe(content.slice(0, 500));
    const half = await sendFrom(fixture, fixture.newFan(), fixture.newCreator(), { content: `${"a".repeat(499)}😀` });
    expect((await messageOf(half.messageId)).searchContent).toBe(searchContentOf(`${"a".repeat(499)}😀`));
    expect(searchContentOf(`${"a".repeat(499)}😀`)).toBe(`${"a".repeat(499)}\uFFFD`);
    fixture.setConfig({ "messaging.search_projection": false });
    const withoutProjection = await sendFrom(fixture, fixture.newFan(), fixture.newCreator(), { content });
    expect((await messageOf(withoutProjection.messageId)).searchContent).toBeNull();
    fixture.setConfig({ "messaging.search_projection": true });
  });

  it("MSG-51 stores a snapshot of the rules; its failure does not fail the send", async () => {
    const { fan, creator } = await paidPair({ level: "SILVER" });
    const { id } = await fixture.as(fixture.newFan(), ["MODERATOR"])(createModerationRule, {
      name: "x",
      pattern: "nobody says it",
      category: "SPAM",
    });
    fixture.setConfig({ "dm.free_per_creator_daily": 4 });
    const { messageId } = await sendFrom(fixture, fan, creator, { ...PAID, price: "6.00", timeoutHours: 7 });
    expect(await fixture.documents("message_rule_snapshots")).toContainEqual({
      _id: messageId,
      messageId,
      dmType: "SINGLE_PAY",
      packagePrice: "5.00",
      creatorLevel: "SILVER",
      commissionRate: 0.18,
      timeoutHours: 7,
      freeDailyLimit: 5,
      freePerCreatorDaily: 4,
      duplicateWindowSeconds: 60,
      moderationRules: [id],
      takenAt: (await messageOf(messageId)).sentAt,
    });
    fixture.runtime.faults.arm({ point: "messaging.rules.snapshot", mode: "error", times: 1 });
    const withoutSnapshot = await sendFrom(fixture, fixture.newFan(), fixture.newCreator());
    expect(withoutSnapshot.status).toBe("DELIVERED");
    expect(await fixture.documents("message_rule_snapshots", { messageId: withoutSnapshot.messageId })).toEqual([]);
  });

  it("MSG-58 logs the first status with actor and time", async () => {
    const fan = fixture.newFan();
    const { messageId } = await sendFrom(fixture, fan, fixture.newCreator());
    expect(await fixture.documents("message_status_logs", { messageId })).toMatchObject([
      { from: null, to: "DELIVERED", actor: "FAN", actorId: fan, at: expect.any(Date) },
    ]);
  });

  it("MSG-60 counts the send in messages_sent_total by type and status", async () => {
    const before = await fixture.runtime.metrics.render();
    await sendFrom(fixture, fixture.newFan(), fixture.newCreator());
    await sendFrom(fixture, fixture.newFan(), fixture.newCreator(), { content: "nobody says it" });
    const after = await fixture.runtime.metrics.render();
    for (const status of ["DELIVERED", "PENDING"]) {
      const pattern = new RegExp(`messages_sent_total\\{dm_type="FREE",status="${status}"\\} (\\d+)`);
      const count = (text: string) => Number(pattern.exec(text)?.[1] ?? 0);
      expect([status, count(after) - count(before)]).toEqual([status, 1]);
    }
  });

  it("MSG-61 publishes message.sent with ids and terms, without the text", async () => {
    const { fan, creator } = await paidPair();
    const { messageId } = await sendFrom(fixture, fan, creator, { ...PAID, content: "a secret that no event knows" });
    const event = (await fixture.events("message.sent")).find((payload) => payload.messageId === messageId);
    const { sessionId, sentAt, expiresAt } = await messageOf(messageId);
    expect(event).toEqual({
      messageId,
      sessionId,
      senderId: fan,
      receiverId: creator,
      dmType: "SINGLE_PAY",
      price: "5.00",
      currency: "EUR",
      status: "ESCROWED",
      senderName: expect.stringMatching(/^fan-/),
      creatorName: expect.stringMatching(/^fan-/),
      share: "4.00",
      expiresAt: (expiresAt as Date).toISOString(),
      sentAt: (sentAt as Date).toISOString(),
    });
  });

  it.each([
    ["Ada Lovelace", "ada", "Ada Lovelace"],
    [null, "ada", "ada"],
    [null, null, null],
  ])("MSG-61 NOT-12 publishes, for display name %s and username %s, the sender name %s", async (displayName, username, senderName) => {
    const { messageId } = await sendFrom(fixture, fixture.newFan({ displayName, username }), fixture.newCreator());
    const events = await fixture.events("message.sent");
    expect(events.find((payload) => payload.messageId === messageId)).toMatchObject({ senderName });
  });

  it("calls each service once, for sender and receiver together", async () => {
    const [fan, creator] = [fixture.newFan(), fixture.newCreator()];
    const before = { ...fixture.calls };
    await sendFrom(fixture, fan, creator);
    expect(fixture.calls.userSummaries - before.userSummaries).toBe(1);
    expect(fixture.calls.dmSettings - before.dmSettings).toBe(1);
  });
});
