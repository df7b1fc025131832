import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { mongo } from "mongoose";
import type { EventContract } from "#libs/contract-kit/contract.ts";
import { userChanged } from "#libs/contracts/account/internal.ts";
import {
  blockUser,
  getMessage,
  listBlocks,
  listChatSessions,
  listInbox,
  quoteMessage,
  unblockUser,
} from "#libs/contracts/messaging/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "../support/eventually.ts";
import { ownerOf } from "../support/owner-of.ts";
import { type MessagingFixture, messagingFixture, PAID, sendFrom } from "./messaging-fixture.ts";
import { rejectSent, replyTo, type SentMessage, sendNewMessage } from "./sent-message.ts";

let fixture: MessagingFixture;
beforeAll(async () => {
  fixture = await messagingFixture();
  fixture.setConfig({ "dm.free_per_creator_daily": 100, "dm.free_daily_limit": 100 });
});
afterAll(() => fixture.stop());

describe("GET /messages", () => {
  it("REP-18 lists the caller's messages in pages, newest first, filtered by role and session", async () => {
    const [me, other, third] = [fixture.newCreator(), fixture.newCreator(), fixture.newFan()];
    const sent: string[] = [];
    for (let index = 0; index < 3; index += 1) sent.unshift((await sendFrom(fixture, me, other)).messageId);
    const received = await sendFrom(fixture, third, me);
    await sendFrom(fixture, third, other);

    const all = await fixture.as(me)(listInbox, { limit: 3 });
    expect(all).toMatchObject({ total: 4, page: 1, limit: 3, totalPages: 2 });
    expect(all.items.map(({ id }) => id)).toEqual([received.messageId, ...sent].slice(0, 3));
    expect((await fixture.as(me)(listInbox, { limit: 3, page: 2 })).items.map(({ id }) => id)).toEqual(sent.slice(2));
    for (const params of [{ limit: 3, page: 2 }, { limit: 3, page: 9 }, { limit: 4 }, { limit: 2, page: 2 }, { limit: 50 }]) {
      expect(await fixture.as(me)(listInbox, params)).toMatchObject({ total: 4 });
    }
    const [asSender, asReceiver] = [
      await fixture.as(me)(listInbox, { role: "sender" }),
      await fixture.as(me)(listInbox, { role: "receiver" }),
    ];
    expect([asSender.items.map(({ id }) => id), asSender.total]).toEqual([sent, 3]);
    expect([asReceiver.items.map(({ id }) => id), asReceiver.total]).toEqual([[received.messageId], 1]);
    const { sessionId = "" } = all.items[0] ?? {};
    expect((await fixture.as(me)(listInbox, { sessionId })).items.map(({ id }) => id)).toEqual([received.messageId]);
    expect((await fixture.as(me)(listInbox, { sessionId, role: "sender" })).items).toEqual([]);
    expect((await fixture.as(fixture.newFan())(listInbox, { sessionId })).items).toEqual([]);
  });
});

describe("GET /messages/{messageId}", () => {
  it("REP-19 the changes of the status end with the status, also of a message that ends between two reads", async () => {
    const sent = await sendNewMessage(fixture);
    const messages = fixture.connection.models.messages as unknown as {
      findOne?: (...given: unknown[]) => { lean(): { exec(): Promise<unknown> } };
    };
    const { findOne } = messages;
    messages.findOne = (...given) => {
      delete messages.findOne;
      const exec = async () => {
        await rejectSent(fixture, sent);
        return findOne?.apply(messages, given).lean().exec();
      };
      return { lean: () => ({ exec }) };
    };
    const read = await fixture.as(sent.fan)(getMessage, { messageId: sent.messageId });
    expect([read.status, read.statusLog.at(-1)?.to]).toEqual(["REJECTED", "REJECTED"]);
  });

  it("REP-19 shows the text to sender and receiver; 403 for others, 404 for an unknown message", async () => {
    const { fan, creator, messageId } = await sendNewMessage(fixture, { content: "Grüße 😀" });
    for (const userId of [fan, creator]) expect((await fixture.as(userId)(getMessage, { messageId })).content).toBe("Grüße 😀");
    await expect(fixture.as(fixture.newFan())(getMessage, { messageId })).rejects.toMatchObject({
      key: "message.error.not_party",
      code: 403,
    });
    await expect(fixture.as(fan)(getMessage, { messageId: uuid() })).rejects.toMatchObject({ key: "message.error.not_found", code: 404 });
  });
});

describe("GET /messages/sessions", () => {
  it("REP-18 REP-19 shows counterpart, last text and unread count; opening a message marks it as read", async () => {
    const sent = await sendNewMessage(fixture, { free: true, content: "how are you?" });
    const sessionOf = async (userId: string) => (await fixture.as(userId)(listChatSessions, {})).items[0];
    expect(await sessionOf(sent.creator)).toMatchObject({
      counterpart: { userId: sent.fan, username: expect.stringMatching(/^fan-/) },
      preview: "how are you?",
      unread: 1,
    });
    await fixture.as(sent.creator)(getMessage, sent);
    await fixture.as(sent.creator)(getMessage, sent);
    expect(await sessionOf(sent.creator)).toMatchObject({ unread: 0 });
    await replyTo(fixture, sent, { content: "fine!" });
    expect(await sessionOf(sent.fan)).toMatchObject({ preview: "fine!", unread: 1 });
    await fixture.as(sent.fan)(getMessage, sent);
    expect(await sessionOf(sent.fan)).toMatchObject({ unread: 0 });
  });

  it.each([
    ["answering", (sent: SentMessage) => replyTo(fixture, sent)],
    ["declining", (sent: SentMessage) => rejectSent(fixture, sent)],
  ])("%s a message lowers the unread count by one, or not at all when the message was opened before", async (_action, respond) => {
    const unreadOf = async ({ creator }: SentMessage) => (await fixture.as(creator)(listChatSessions, {})).items[0]?.unread;
    const [unopened, opened] = [await sendNewMessage(fixture, { free: true }), await sendNewMessage(fixture, { free: true })];
    await sendFrom(fixture, opened.fan, opened.creator, { content: "one more" });
    await fixture.as(opened.creator)(getMessage, opened);
    for (const sent of [unopened, opened]) await respond(sent);
    expect([await unreadOf(unopened), await unreadOf(opened)]).toEqual([0, 1]);
  });

  it("loads all names of a page with one call", async () => {
    const creator = fixture.newCreator();
    for (const fan of [fixture.newFan({ displayName: "Ada" }), fixture.newFan({ displayName: "Bo" })])
      await sendFrom(fixture, fan, creator);
    const before = fixture.calls.userSummaries;
    const { items } = await fixture.as(creator)(listChatSessions, {});
    expect(items.map(({ counterpart }) => counterpart.displayName).sort()).toEqual(["Ada", "Bo"]);
    expect(fixture.calls.userSummaries - before).toBe(1);
  });

  it("loads a name once; a newer event changes it, an older one does not", async () => {
    const sent = await sendNewMessage(fixture, { free: true });
    const nameNow = async () => (await fixture.as(sent.creator)(listChatSessions, {})).items[0]?.counterpart.displayName;
    await nameNow();
    const before = fixture.calls.userSummaries;
    await nameNow();
    expect(fixture.calls.userSummaries).toBe(before);
    const publishName = async (displayName: string, version: number) =>
      publish(userChanged, {
        userId: sent.fan,
        version,
        status: "ACTIVE",
        locale: "en",
        username: "new",
        displayName,
        avatarUrl: null,
        changedAt: fixture.runtime.clock.now().toISOString(),
      });
    await publishName("New Name", 3);
    await eventually(async () => expect(await nameNow()).toBe("New Name"));
    await publishName("Old Name", 2);
    await eventually(async () => expect(await fixture.documents("inbox")).toHaveLength(2));
    expect(await nameNow()).toBe("New Name");
  });
});

async function publish(contract: EventContract, payload: Record<string, unknown>): Promise<void> {
  const at = new Date().toISOString();
  await fixture.runtime.stream.publish({ id: uuid(), event: contract.name, at, payload, requestId: null, source: ownerOf(contract) });
}

describe("blocks", () => {
  it("BLK-01 blocks are listed newest first; blocking or unblocking twice changes nothing", async () => {
    const [me, one, other] = [fixture.newFan(), fixture.newFan(), fixture.newFan()];
    const api = fixture.as(me);
    await Promise.all([api(blockUser, { userId: one }), api(blockUser, { userId: one })]);
    fixture.runtime.clock.advance(10);
    await api(blockUser, { userId: other });
    fixture.runtime.clock.advance(10);
    await api(blockUser, { userId: one });
    expect((await api(listBlocks, {})).items.map(({ userId }) => userId)).toEqual([other, one]);
    await api(unblockUser, { userId: other });
    await api(unblockUser, { userId: other });
    expect(await api(listBlocks, {})).toMatchObject({ total: 1, items: [{ userId: one, createdAt: expect.any(String) }] });
    await expect(api(blockUser, { userId: me })).rejects.toMatchObject({ key: "message.block.error.self" });
  });

  it("BLK-01 blocks succeed when a concurrent request has inserted the same block", async () => {
    const blocks = fixture.connection.models.block_lists as unknown as Record<string, unknown>;
    blocks.updateOne = () => {
      delete blocks.updateOne;
      return { exec: () => Promise.reject(new mongo.MongoServerError({ message: "E11000 duplicate key", code: 11_000 })) };
    };
    await expect(fixture.as(fixture.newFan())(blockUser, { userId: fixture.newFan() })).resolves.toBeUndefined();
  });

  it("BLK-01 blocks are listed for their owner only, and removed by their owner only", async () => {
    const [one, other, blocked] = [fixture.newFan(), fixture.newFan(), fixture.newFan()];
    const listOf = async (userId: string) => (await fixture.as(userId)(listBlocks, {})).items.map((item) => item.userId);
    for (const userId of [one, other]) await fixture.as(userId)(blockUser, { userId: blocked });
    expect([await listOf(one), await listOf(other), await listOf(blocked)]).toEqual([[blocked], [blocked], []]);
    await fixture.as(other)(unblockUser, { userId: blocked });
    expect([await listOf(one), await listOf(other)]).toEqual([[blocked], []]);
  });
});

describe("POST /messages/quote", () => {
  it("MSG-36 returns price and reply window, and the error that a send would get", async () => {
    const [fan, creator] = [fixture.newFan(), fixture.newCreator({ dmType: "SINGLE_PAY" })];
    const quote = () => fixture.as(fan)(quoteMessage, { receiverId: creator });
    expect(await quote()).toEqual({
      receiverId: creator,
      dmType: "SINGLE_PAY",
      minimumPrice: "5.00",
      quoteId: null,
      price: "5.00",
      split: { creator: "4.00", platform: "1.00" },
      window: { minimum: 1, maximum: 720 },
      expiresAt: expect.any(String),
      currency: "EUR",
      timeoutHours: 48,
      freeRemainingToday: null,
      sendable: false,
      refusal: "payment.escrow.wallet_unavailable",
    });
    await fixture.fund(fan, "10.00");
    expect(await quote()).toMatchObject({ sendable: true, refusal: null });
    await fixture.freeze(fan, true);
    expect(await quote()).toMatchObject({ sendable: false, refusal: "payment.escrow.wallet_unavailable" });
    await fixture.freeze(fan, false);
    await sendFrom(fixture, fan, creator, PAID);
    expect(await quote()).toMatchObject({ sendable: false, refusal: "message.send.error.pending_paid_exists" });
  });

  it("returns how many free messages are left", async () => {
    fixture.setConfig({ "dm.free_per_creator_daily": 2, "dm.free_daily_limit": 3 });
    const [fan, creator] = [fixture.newFan(), fixture.newCreator()];
    const quote = () => fixture.as(fan)(quoteMessage, { receiverId: creator });
    expect(await quote()).toMatchObject({ minimumPrice: null, freeRemainingToday: 2, sendable: true });
    await sendFrom(fixture, fan, fixture.newCreator());
    await sendFrom(fixture, fan, fixture.newCreator());
    expect(await quote()).toMatchObject({ freeRemainingToday: 1, sendable: true });
    await sendFrom(fixture, fan, creator);
    expect(await quote()).toMatchObject({ freeRemainingToday: 0, refusal: "message.send.error.free_dm_daily_limit" });
    fixture.setConfig({ "dm.free_per_creator_daily": 100, "dm.free_daily_limit": 100 });
  });

  it("MSG-21 never reports a duplicate, because a quote has no text", async () => {
    const [fan, creator] = [fixture.newFan(), fixture.newCreator()];
    await sendFrom(fixture, fan, creator, { content: "…" });
    expect(await fixture.as(fan)(quoteMessage, { receiverId: creator })).toMatchObject({ sendable: true, refusal: null });
  });

  it("refuses an unknown receiver, and one without a creator profile", async () => {
    const api = fixture.as(fixture.newFan());
    await expect(api(quoteMessage, { receiverId: "abc" })).rejects.toMatchObject({ key: "message.send.error.creator_unavailable" });
    await expect(api(quoteMessage, { receiverId: fixture.newFan() })).rejects.toMatchObject({ key: "message.send.error.dm_disabled" });
  });
});

describe("indexes", () => {
  const sort = { sentAt: -1, _id: -1 } as const;
  const now = new Date();
  it.each([
    ["messages", { senderId: "u" }, sort, "sent"],
    ["messages", { receiverId: "u", visibleTo: "u" }, sort, "received"],
    ["messages", { visibleTo: "u" }, sort, "inbox"],
    ["messages", { sessionId: "s", visibleTo: "u" }, sort, "session"],
    ["messages", { openUntil: { $lte: now } }, { openUntil: 1 }, "due"],
    ["messages", { remindAt: { $lte: now } }, { remindAt: 1 }, "reminder"],
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
  ] as const)("%s: the query %j uses an index", async (collection, filter, order, index) => {
    const plan = await fixture.connection.collection(collection).find(filter).sort(order).explain("queryPlanner");
    const text = JSON.stringify(plan.queryPlanner.winningPlan);
    expect(text).toContain("IXSCAN");
    expect(text).toContain(index);
    expect(text).not.toContain("COLLSCAN");
  });
});
