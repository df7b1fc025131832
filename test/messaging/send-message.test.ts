import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { mongo } from "mongoose";
import { createModerationRule, getMessage, listChatSessions } from "#libs/contracts/messaging.ts";
import { searchContentOf } from "#services/messaging/domain/search-content.ts";
import { messagingWorld, PAID, sendFrom, type World } from "./messaging-fixture.ts";

let world: World;
beforeAll(async () => {
  world = await messagingWorld();
});
afterAll(() => world.stop());

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;

/** A fan with a full wallet and a creator who takes paid messages of five. */
async function paidPair(settings = {}) {
  const fan = world.aFan();
  await world.fund(fan, "100.00");
  return { fan, creator: world.aCreator({ dmType: "SINGLE_PAY", ...settings }) };
}

async function messageOf(id: string): Promise<Record<string, unknown>> {
  const [message] = await world.documents("messages", { _id: id });
  if (!message) throw new Error(`no message ${id}`);
  return message;
}

/** Nonce, tag and ciphertext of a sealed text: with a nonce that comes twice the ciphertexts of two texts give both away. */
function partsOf(sealed: string): string[] {
  const bytes = Buffer.from(sealed.slice(sealed.indexOf(".") + 1), "base64");
  return [bytes.subarray(0, 12), bytes.subarray(12, 28), bytes.subarray(28)].map((part) => part.toString("hex"));
}

describe("POST /messages › accepts", () => {
  it("MSG-01 a free message is DELIVERED", async () => {
    const answer = await sendFrom(world, world.aFan(), world.aCreator());
    expect(answer).toEqual({ messageId: expect.stringMatching(UUID), status: "DELIVERED" });
  });

  it("MSG-02 a paid message is ESCROWED, the price leaves the balance and is held", async () => {
    const { fan, creator } = await paidPair();
    const { messageId, status } = await sendFrom(world, fan, creator, PAID);
    expect(status).toBe("ESCROWED");
    expect(await world.balance(fan)).toBe("95.00");
    expect(await world.documents("escrows", { messageId })).toMatchObject([{ status: "HELD", amount: 500n }]);
  });

  it("MSG-03 PER_MESSAGE works as SINGLE_PAY", async () => {
    const { fan, creator } = await paidPair({ dmType: "PER_MESSAGE" });
    expect(await sendFrom(world, fan, creator, { ...PAID, dmType: "PER_MESSAGE" })).toMatchObject({ status: "ESCROWED" });
    expect(await world.balance(fan)).toBe("95.00");
  });

  it.each([
    ["MSG-07 2000 characters with emoji and newlines", `${"é\n😀".repeat(500)}`.padEnd(2000, "x").slice(0, 2000)],
    ["MSG-07 white space at both ends", " \n\t hello \r\n "],
    ["MSG-65 markup", '<script>alert(1)</script> & "quotes" {{x}} <%y%>'],
    ["MSG-66 an emoji across the 500th unit", `${"a".repeat(499)}😀${"b".repeat(100)}`],
  ])("%s is read back identical", async (_title, content) => {
    const [fan, creator] = [world.aFan(), world.aCreator()];
    const { messageId } = await sendFrom(world, fan, creator, { content });
    expect((await world.as(creator)(getMessage, { messageId })).content).toBe(content);
  });

  it("MSG-12 a price with FREE is ignored", async () => {
    const { messageId } = await sendFrom(world, world.aFan(), world.aCreator(), { price: "9.00" });
    expect(await messageOf(messageId)).toMatchObject({ status: "DELIVERED", priceSnapshot: null });
    expect(await world.documents("escrows", { messageId })).toEqual([]);
  });
});

describe("POST /messages › stores", () => {
  it("MSG-40 one session for a pair, MSG-41 in either direction", async () => {
    const [one, other] = [world.aCreator(), world.aCreator()];
    const first = await messageOf((await sendFrom(world, one, other)).messageId);
    const second = await messageOf((await sendFrom(world, other, one)).messageId);
    expect(second.sessionId).toBe(first.sessionId);
    expect(await world.documents("chat_sessions", { visibleTo: one })).toHaveLength(1);
  });

  it("MSG-42 who loses the race to create a session enters the winner's", async () => {
    const sessions = world.connection.models.chat_sessions as unknown as Record<string, unknown>;
    const taken = { message: "E11000 duplicate key", code: 11_000, keyPattern: { pairKey: 1 } };
    sessions.findOneAndUpdate = () => {
      delete sessions.findOneAndUpdate;
      return { lean: () => Promise.reject(new mongo.MongoServerError(taken)) };
    };
    expect(await sendFrom(world, world.aFan(), world.aCreator())).toMatchObject({ status: "DELIVERED" });
  });

  it("MSG-43 lastMessageAt moves with every send", async () => {
    const [fan, creator] = [world.aFan(), world.aCreator()];
    world.setConfig({ "dm.free_per_creator_daily": 10 });
    await sendFrom(world, fan, creator);
    const [before] = await world.documents("chat_sessions", { visibleTo: fan });
    world.runtime.clock.advance(5_000);
    const { messageId } = await sendFrom(world, fan, creator);
    const [after] = await world.documents("chat_sessions", { visibleTo: fan });
    expect(after?.lastMessageAt).toEqual((await messageOf(messageId)).sentAt);
    expect(Number(after?.lastMessageAt)).toBeGreaterThanOrEqual(Number(before?.lastMessageAt) + 5_000);
    const { items } = await world.as(creator)(listChatSessions, {});
    expect(items).toMatchObject([{ unread: 2, counterpart: { userId: fan } }]);
  });

  it("MSG-44 MSG-45 price and commission rate of the moment; later changes do not touch them", async () => {
    const { fan, creator } = await paidPair({ level: "GOLD" });
    const { messageId } = await sendFrom(world, fan, creator, { ...PAID, price: "7.50" });
    world.change(creator, { packagePrice: "50.00", level: "BRONZE" });
    world.setConfig({ "creator.commission_gold": 0.5 });
    expect(await messageOf(messageId)).toMatchObject({ priceSnapshot: 750n, commissionRate: 0.15 });
    expect(await world.documents("escrows", { messageId })).toMatchObject([{ amount: 750n, commissionRate: 0.15 }]);
  });

  it.each([
    ["the default of 48 hours", undefined, {}, 48],
    ["what the sender asks for", 3, {}, 3],
    ["what the sender asks for, below the creator's least window, too", 3, { minTimeoutHours: 72 }, 3],
    ["the creator's least window, when the sender asks for nothing", undefined, { minTimeoutHours: 72 }, 72],
  ])("MSG-46 expiresAt is sentAt plus %s", async (_title, timeoutHours, settings, hours) => {
    const { messageId } = await sendFrom(world, world.aFan(), world.aCreator(settings), timeoutHours ? { timeoutHours } : {});
    const { sentAt, expiresAt, openUntil } = await messageOf(messageId);
    expect(Number(expiresAt) - Number(sentAt)).toBe(hours * 3_600_000);
    expect(openUntil).toEqual(expiresAt);
  });

  it("MSG-46 the window comes from the settings at send time, also from those of a part of the callers", async () => {
    const own = await messagingWorld();
    try {
      own.setConfig({ "dm.timeout_hours": 12 });
      own.setConfig({ "dm.timeout_hours": 6 }, { kind: "platform", value: "IOS" });
      own.setConfig({ "dm.timeout_hours": 4 }, { kind: "tier", value: "GOLD" });
      const hours = async (sender: string, platform: "WEB" | "IOS") => {
        const { messageId } = await sendFrom(own, sender, own.aCreator(), { platform });
        const [message] = await own.documents("messages", { _id: messageId });
        return message?.timeoutHours;
      };
      expect(await hours(own.aFan(), "WEB")).toBe(12);
      expect(await hours(own.aFan(), "IOS")).toBe(6);
      expect(await hours(own.aCreator({ level: "GOLD" }), "IOS")).toBe(4);
    } finally {
      await own.stop();
    }
  });

  it("CFG-29 MSG-28 free messages of a day, and to one creator: the limit of a part of the callers is theirs only", async () => {
    const own = await messagingWorld();
    try {
      own.setConfig({ "dm.free_daily_limit": 100, "dm.free_per_creator_daily": 1 });
      own.setConfig({ "dm.free_per_creator_daily": 2 }, { kind: "platform", value: "IOS" });
      own.setConfig({ "dm.free_per_creator_daily": 3 }, { kind: "tier", value: "GOLD" });
      own.setConfig({ "dm.free_daily_limit": 1 }, { kind: "platform", value: "ANDROID" });
      const accepted = async (sender: string, platform: "WEB" | "IOS") => {
        const creator = own.aCreator();
        const send = (content: string) => sendFrom(own, sender, creator, { platform, content });
        let sent = 0;
        while (sent < 4 && (await send(`message ${sent}`).catch(() => null))) sent += 1;
        await expect(send("one more")).rejects.toMatchObject({ key: "message.send.error.free_dm_per_creator_limit" });
        return sent;
      };
      expect(await accepted(own.aFan(), "WEB")).toBe(1);
      expect(await accepted(own.aFan(), "IOS")).toBe(2);
      expect(await accepted(own.aCreator({ level: "GOLD" }), "IOS")).toBe(3);
      const fan = own.aFan();
      await sendFrom(own, fan, own.aCreator(), { platform: "ANDROID" });
      await expect(sendFrom(own, fan, own.aCreator(), { platform: "ANDROID" })).rejects.toMatchObject({
        key: "message.send.error.free_dm_daily_limit",
      });
    } finally {
      await own.stop();
    }
  });

  it("MSG-47 nothing readable but the projection; the same text twice gives different ciphertext", async () => {
    const content = `tell nobody ${"z".repeat(600)} the end`;
    const fan = world.aFan();
    const sent = [await sendFrom(world, fan, world.aCreator(), { content }), await sendFrom(world, fan, world.aCreator(), { content })];
    const [one, other] = await Promise.all(sent.map(({ messageId }) => messageOf(messageId)));
    const [first = [], second = []] = [one, other].map((message) => partsOf(String(message?.content)));
    expect([first.length, second.length]).toEqual([3, 3]);
    for (const [index, part] of first.entries()) expect([index, part]).not.toEqual([index, second[index]]);
    for (const name of ["messages", "chat_sessions", "outbox", "message_status_logs", "message_rule_snapshots", "text_guards"]) {
      const text = JSON.stringify(await world.documents(name), (_key, value) => (typeof value === "bigint" ? String(value) : value));
      expect(text).not.toContain("the end");
      if (name !== "messages") expect(text).not.toContain("tell nobody");
    }
  });

  it("MSG-48 MSG-66 searchContent is exactly the first 500 characters, and nothing when the projection is off", async () => {
    const content = `${"0123456789".repeat(60)}`;
    const { messageId } = await sendFrom(world, world.aFan(), world.aCreator(), { content });
    expect((await messageOf(messageId)).searchContent).toBe(content.slice(0, 500));
    const half = await sendFrom(world, world.aFan(), world.aCreator(), { content: `${"a".repeat(499)}😀` });
    expect((await messageOf(half.messageId)).searchContent).toBe(searchContentOf(`${"a".repeat(499)}😀`));
    expect(searchContentOf(`${"a".repeat(499)}😀`)).toBe(`${"a".repeat(499)}\uFFFD`);
    world.setConfig({ "messaging.search_projection": false });
    const silent = await sendFrom(world, world.aFan(), world.aCreator(), { content });
    expect((await messageOf(silent.messageId)).searchContent).toBeNull();
    world.setConfig({ "messaging.search_projection": true });
  });

  it("MSG-51 the rules of the moment; a failure of that does not block the send", async () => {
    const { fan, creator } = await paidPair({ level: "SILVER" });
    const { id } = await world.as(world.aFan(), ["MODERATOR"])(createModerationRule, {
      name: "x",
      pattern: "nobody says it",
      category: "SPAM",
    });
    world.setConfig({ "dm.free_per_creator_daily": 4 });
    const { messageId } = await sendFrom(world, fan, creator, { ...PAID, price: "6.00", timeoutHours: 7 });
    expect(await world.documents("message_rule_snapshots")).toContainEqual({
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
    world.runtime.faults.arm({ point: "messaging.rules.snapshot", mode: "error", times: 1 });
    const unblocked = await sendFrom(world, world.aFan(), world.aCreator());
    expect(unblocked.status).toBe("DELIVERED");
    expect(await world.documents("message_rule_snapshots", { messageId: unblocked.messageId })).toEqual([]);
  });

  it("MSG-58 the first move is in the status log, with actor and time", async () => {
    const fan = world.aFan();
    const { messageId } = await sendFrom(world, fan, world.aCreator());
    expect(await world.documents("message_status_logs", { messageId })).toMatchObject([
      { from: null, to: "DELIVERED", actor: "FAN", actorId: fan, at: expect.any(Date) },
    ]);
  });

  it("MSG-60 the counter of sends goes up by one, by type and status", async () => {
    const before = await world.runtime.metrics.render();
    await sendFrom(world, world.aFan(), world.aCreator());
    await sendFrom(world, world.aFan(), world.aCreator(), { content: "nobody says it" });
    const after = await world.runtime.metrics.render();
    for (const status of ["DELIVERED", "PENDING"]) {
      const pattern = new RegExp(`messages_sent_total\\{dm_type="FREE",status="${status}"\\} (\\d+)`);
      const count = (text: string) => Number(pattern.exec(text)?.[1] ?? 0);
      expect([status, count(after) - count(before)]).toEqual([status, 1]);
    }
  });

  it("MSG-61 message.sent tells ids and terms, and nothing of the text", async () => {
    const { fan, creator } = await paidPair();
    const { messageId } = await sendFrom(world, fan, creator, { ...PAID, content: "a secret that no event knows" });
    const event = (await world.events("message.sent")).find((payload) => payload.messageId === messageId);
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
      expiresAt: (expiresAt as Date).toISOString(),
      sentAt: (sentAt as Date).toISOString(),
    });
  });

  it.each([
    ["Ada Lovelace", "ada", "Ada Lovelace"],
    [null, "ada", "ada"],
    [null, null, null],
  ])("MSG-61 NOT-12 who is called %s and named %s sends as %s", async (displayName, username, senderName) => {
    const { messageId } = await sendFrom(world, world.aFan({ displayName, username }), world.aCreator());
    const events = await world.events("message.sent");
    expect(events.find((payload) => payload.messageId === messageId)).toMatchObject({ senderName });
  });

  it("asks each neighbour once, for sender and receiver together", async () => {
    const [fan, creator] = [world.aFan(), world.aCreator()];
    const before = { ...world.asked };
    await sendFrom(world, fan, creator);
    expect(world.asked.parties - before.parties).toBe(1);
    expect(world.asked.settings - before.settings).toBe(1);
  });
});
