import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { mongo } from "mongoose";
import type { EventContract } from "#libs/contract-kit/contract.ts";
import { userChanged } from "#libs/contracts/account-internal.ts";
import { blockUser, getMessage, listBlocks, listChatSessions, listInbox, quoteMessage, unblockUser } from "#libs/contracts/messaging.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "#test/support/eventually.ts";
import { messagingWorld, PAID, sendFrom, type World } from "./messaging-fixture.ts";
import { aSentMessage, rejectOf, replyTo, type SentMessage } from "./sent-message.ts";

let world: World;
beforeAll(async () => {
  world = await messagingWorld();
  world.setConfig({ "dm.free_per_creator_daily": 100, "dm.free_daily_limit": 100 });
});
afterAll(() => world.stop());

describe("GET /messages", () => {
  it("REP-18 pages the caller's own messages, newest first; filters by role and session", async () => {
    const [me, other, third] = [world.aCreator(), world.aCreator(), world.aFan()];
    const sent: string[] = [];
    for (let index = 0; index < 3; index += 1) sent.unshift((await sendFrom(world, me, other)).messageId);
    const received = await sendFrom(world, third, me);
    await sendFrom(world, third, other);

    const all = await world.as(me)(listInbox, { limit: 3 });
    expect(all).toMatchObject({ total: 4, page: 1, limit: 3, totalPages: 2 });
    expect(all.items.map(({ id }) => id)).toEqual([received.messageId, ...sent].slice(0, 3));
    expect((await world.as(me)(listInbox, { limit: 3, page: 2 })).items.map(({ id }) => id)).toEqual(sent.slice(2));
    const [asSender, asReceiver] = [await world.as(me)(listInbox, { role: "sender" }), await world.as(me)(listInbox, { role: "receiver" })];
    expect([asSender.items.map(({ id }) => id), asSender.total]).toEqual([sent, 3]);
    expect([asReceiver.items.map(({ id }) => id), asReceiver.total]).toEqual([[received.messageId], 1]);
    const { sessionId = "" } = all.items[0] ?? {};
    expect((await world.as(me)(listInbox, { sessionId })).items.map(({ id }) => id)).toEqual([received.messageId]);
    expect((await world.as(me)(listInbox, { sessionId, role: "sender" })).items).toEqual([]);
    expect((await world.as(world.aFan())(listInbox, { sessionId })).items).toEqual([]);
  });
});

describe("GET /messages/{messageId}", () => {
  it("REP-19 is for sender and receiver only: 403 for others, 404 when there is none; the text is opened", async () => {
    const { fan, creator, messageId } = await aSentMessage(world, { content: "Grüße 😀" });
    for (const userId of [fan, creator]) expect((await world.as(userId)(getMessage, { messageId })).content).toBe("Grüße 😀");
    await expect(world.as(world.aFan())(getMessage, { messageId })).rejects.toMatchObject({ key: "message.error.not_party", code: 403 });
    await expect(world.as(fan)(getMessage, { messageId: uuid() })).rejects.toMatchObject({ key: "message.error.not_found", code: 404 });
  });
});

describe("GET /messages/sessions", () => {
  it("REP-18 REP-19 shows counterpart, last text and unread entries; opening a message makes it read", async () => {
    const sent = await aSentMessage(world, { free: true, content: "how are you?" });
    const sessionOf = async (userId: string) => (await world.as(userId)(listChatSessions, {})).items[0];
    expect(await sessionOf(sent.creator)).toMatchObject({
      counterpart: { userId: sent.fan, username: expect.stringMatching(/^fan-/) },
      preview: "how are you?",
      unread: 1,
    });
    await world.as(sent.creator)(getMessage, sent);
    await world.as(sent.creator)(getMessage, sent);
    expect(await sessionOf(sent.creator)).toMatchObject({ unread: 0 });
    await replyTo(world, sent, { content: "fine!" });
    expect(await sessionOf(sent.fan)).toMatchObject({ preview: "fine!", unread: 1 });
    await world.as(sent.fan)(getMessage, sent);
    expect(await sessionOf(sent.fan)).toMatchObject({ unread: 0 });
  });

  it.each([
    ["answering", (sent: SentMessage) => replyTo(world, sent)],
    ["declining", (sent: SentMessage) => rejectOf(world, sent)],
  ])("%s a message makes it read, opened before or not", async (_what, end) => {
    const unreadOf = async ({ creator }: SentMessage) => (await world.as(creator)(listChatSessions, {})).items[0]?.unread;
    const [unopened, opened] = [await aSentMessage(world, { free: true }), await aSentMessage(world, { free: true })];
    await sendFrom(world, opened.fan, opened.creator, { content: "one more" });
    await world.as(opened.creator)(getMessage, opened);
    for (const sent of [unopened, opened]) await end(sent);
    expect([await unreadOf(unopened), await unreadOf(opened)]).toEqual([0, 1]);
  });

  it("asks for all names of a page with one question", async () => {
    const creator = world.aCreator();
    for (const fan of [world.aFan({ displayName: "Ada" }), world.aFan({ displayName: "Bo" })]) await sendFrom(world, fan, creator);
    const before = world.asked.parties;
    const { items } = await world.as(creator)(listChatSessions, {});
    expect(items.map(({ counterpart }) => counterpart.displayName).sort()).toEqual(["Ada", "Bo"]);
    expect(world.asked.parties - before).toBe(1);
  });

  it("asks for a name once; later changes arrive as events, late ones change nothing", async () => {
    const sent = await aSentMessage(world, { free: true });
    const nameNow = async () => (await world.as(sent.creator)(listChatSessions, {})).items[0]?.counterpart.displayName;
    await nameNow();
    const before = world.asked.parties;
    await nameNow();
    expect(world.asked.parties).toBe(before);
    const rename = async (displayName: string, version: number) =>
      publish(userChanged, {
        userId: sent.fan,
        version,
        status: "ACTIVE",
        locale: "en",
        username: "new",
        displayName,
        avatarUrl: null,
        changedAt: world.runtime.clock.now().toISOString(),
      });
    await rename("New Name", 3);
    await eventually(async () => expect(await nameNow()).toBe("New Name"));
    await rename("Old Name", 2);
    await eventually(async () => expect(await world.documents("inbox")).toHaveLength(2));
    expect(await nameNow()).toBe("New Name");
  });
});

async function publish(contract: EventContract, payload: Record<string, unknown>): Promise<void> {
  const at = new Date().toISOString();
  await world.runtime.stream.publish({ id: uuid(), event: contract.name, at, payload, requestId: null, source: "test" });
}

describe("blocks", () => {
  it("BLK-01 are listed newest first; blocking and unblocking twice change nothing", async () => {
    const [me, one, other] = [world.aFan(), world.aFan(), world.aFan()];
    const api = world.as(me);
    await Promise.all([api(blockUser, { userId: one }), api(blockUser, { userId: one })]);
    world.runtime.clock.advance(10);
    await api(blockUser, { userId: other });
    world.runtime.clock.advance(10);
    await api(blockUser, { userId: one });
    expect((await api(listBlocks, {})).items.map(({ userId }) => userId)).toEqual([other, one]);
    await api(unblockUser, { userId: other });
    await api(unblockUser, { userId: other });
    expect(await api(listBlocks, {})).toMatchObject({ total: 1, items: [{ userId: one, createdAt: expect.any(String) }] });
    await expect(api(blockUser, { userId: me })).rejects.toMatchObject({ key: "message.block.error.self" });
  });

  it("BLK-01 who loses the race to write a block is content with the winner's", async () => {
    const blocks = world.connection.models.block_lists as unknown as Record<string, unknown>;
    blocks.updateOne = () => {
      delete blocks.updateOne;
      return Promise.reject(new mongo.MongoServerError({ message: "E11000 duplicate key", code: 11_000 }));
    };
    await expect(world.as(world.aFan())(blockUser, { userId: world.aFan() })).resolves.toBeUndefined();
  });

  it("BLK-01 are everybody's own: others neither see nor end them", async () => {
    const [one, other, blocked] = [world.aFan(), world.aFan(), world.aFan()];
    const listOf = async (userId: string) => (await world.as(userId)(listBlocks, {})).items.map((item) => item.userId);
    for (const userId of [one, other]) await world.as(userId)(blockUser, { userId: blocked });
    expect([await listOf(one), await listOf(other), await listOf(blocked)]).toEqual([[blocked], [blocked], []]);
    await world.as(other)(unblockUser, { userId: blocked });
    expect([await listOf(one), await listOf(other)]).toEqual([[blocked], []]);
  });
});

describe("POST /messages/quote", () => {
  it("MSG-36 tells price and window of a paid creator, and the error a send would meet", async () => {
    const [fan, creator] = [world.aFan(), world.aCreator({ dmType: "SINGLE_PAY" })];
    const quote = () => world.as(fan)(quoteMessage, { receiverId: creator });
    expect(await quote()).toEqual({
      receiverId: creator,
      dmType: "SINGLE_PAY",
      minimumPrice: "5.00",
      currency: "EUR",
      timeoutHours: 48,
      freeRemainingToday: null,
      sendable: false,
      refusal: "payment.escrow.wallet_unavailable",
    });
    await world.fund(fan, "10.00");
    expect(await quote()).toMatchObject({ sendable: true, refusal: null });
    await world.freeze(fan, true);
    expect(await quote()).toMatchObject({ sendable: false, refusal: "payment.escrow.wallet_unavailable" });
    await world.freeze(fan, false);
    await sendFrom(world, fan, creator, PAID);
    expect(await quote()).toMatchObject({ sendable: false, refusal: "message.send.error.pending_paid_exists" });
  });

  it("tells how many free messages are left", async () => {
    world.setConfig({ "dm.free_per_creator_daily": 2, "dm.free_daily_limit": 3 });
    const [fan, creator] = [world.aFan(), world.aCreator()];
    const quote = () => world.as(fan)(quoteMessage, { receiverId: creator });
    expect(await quote()).toMatchObject({ minimumPrice: null, freeRemainingToday: 2, sendable: true });
    await sendFrom(world, fan, world.aCreator());
    await sendFrom(world, fan, world.aCreator());
    expect(await quote()).toMatchObject({ freeRemainingToday: 1, sendable: true });
    await sendFrom(world, fan, creator);
    expect(await quote()).toMatchObject({ freeRemainingToday: 0, refusal: "message.send.error.free_dm_daily_limit" });
    world.setConfig({ "dm.free_per_creator_daily": 100, "dm.free_daily_limit": 100 });
  });

  it("MSG-21 is never a duplicate, whatever was sent a moment ago", async () => {
    const [fan, creator] = [world.aFan(), world.aCreator()];
    await sendFrom(world, fan, creator, { content: "…" });
    expect(await world.as(fan)(quoteMessage, { receiverId: creator })).toMatchObject({ sendable: true, refusal: null });
  });

  it("is refused for nobody, and for a user without a profile", async () => {
    const api = world.as(world.aFan());
    await expect(api(quoteMessage, { receiverId: "abc" })).rejects.toMatchObject({ key: "message.send.error.creator_unavailable" });
    await expect(api(quoteMessage, { receiverId: world.aFan() })).rejects.toMatchObject({ key: "message.send.error.dm_disabled" });
  });
});

describe("the store", () => {
  const sort = { sentAt: -1, _id: -1 } as const;
  const now = new Date();
  it.each([
    ["messages", { senderId: "u" }, sort, "sent"],
    ["messages", { receiverId: "u", visibleTo: "u" }, sort, "received"],
    ["messages", { visibleTo: "u" }, sort, "inbox"],
    ["messages", { sessionId: "s", visibleTo: "u" }, sort, "session"],
    ["messages", { openUntil: { $lte: now } }, { openUntil: 1 }, "due"],
    ["messages", { receiverId: "u", senderId: "v", paidOpen: true }, {}, "one_open_paid"],
    ["messages", { senderId: "u", idempotencyKey: "k" }, {}, "one_per_key"],
    ["messages", { senderId: "u", freeDay: "2026-01-01" }, {}, "free_of_day"],
    ["messages", { status: "QUARANTINED" }, { sentAt: 1, _id: 1 }, "quarantine"],
    ["moderation_appeals", { status: "OPEN" }, { createdAt: -1, _id: -1 }, "newest_of_status"],
    ["moderation_appeals", { statementId: "s" }, {}, "one_per_statement"],
    ["message_reports", { status: "OPEN" }, { createdAt: -1, _id: -1 }, "newest_of_status"],
    ["message_reports", { messageId: "m", status: "OPEN" }, {}, "one_open_per_reporter"],
    ["chat_sessions", { visibleTo: "u" }, { lastMessageAt: -1, _id: -1 }, "of_user"],
    ["block_lists", { ownerId: "u" }, { createdAt: -1, _id: -1 }, "of_owner"],
    ["moderation_rules", { active: true }, { createdAt: 1, _id: 1 }, "active"],
    ["message_status_logs", { messageId: "m" }, { at: 1, step: 1 }, "of_message"],
    ["statements_of_reasons", { messageId: "m" }, { issuedAt: -1 }, "of_message"],
    ["closings", { requestedAt: { $exists: true } }, { sweptAt: 1, requestedAt: 1 }, "longest_waiting"],
  ] as const)("%s %j is answered from an index", async (collection, filter, order, index) => {
    const plan = await world.connection.collection(collection).find(filter).sort(order).explain("queryPlanner");
    const text = JSON.stringify(plan.queryPlanner.winningPlan);
    expect(text).toContain("IXSCAN");
    expect(text).toContain(index);
    expect(text).not.toContain("COLLSCAN");
  });
});
