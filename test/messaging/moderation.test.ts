import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { getMessage, listChatSessions, listInbox } from "#libs/contracts/messaging.ts";
import {
  createModerationRule,
  decideModeration,
  getStatementOfReasons,
  listModerationRules,
  updateModerationRule,
} from "#libs/contracts/moderation.ts";
import { HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { outcomeOf } from "#test/support/act-as.ts";
import { messagingWorld, outcomesOf, PAID, sendFrom, type World } from "./messaging-fixture.ts";
import { aSentMessage, eventsOf, replyTo, type SentMessage, statusOf } from "./sent-message.ts";

let world: World;
const moderator = uuid();

beforeAll(async () => {
  world = await messagingWorld();
  await world.as(moderator, ["SUPER_ADMIN"])(createModerationRule, { name: "spam links", pattern: "buy now", category: "SPAM" });
});
afterAll(() => world.stop());
afterEach(async () => {
  world.runtime.clock.reset();
  expect(await world.checkBooks()).toEqual([]);
});

const FLAGGED = "Please BUY now at my shop";
const flagged = (params: { free?: true; timeoutHours?: number } = {}) => aSentMessage(world, { content: FLAGGED, ...params });
const decide = ({ messageId }: SentMessage, decision: "APPROVE" | "REJECT") =>
  world.as(moderator, ["SUPER_ADMIN"])(decideModeration, { messageId, decision, reason: "looked at it" });

describe("moderation › a flagged message", () => {
  it("MSG-52 MSG-53 MSG-54 MSG-57 is answered PENDING, stored QUARANTINED with one statement, and keeps its escrow", async () => {
    const [fan, creator] = [world.aFan(), world.aCreator({ dmType: "SINGLE_PAY" })];
    await world.fund(fan, "100.00");
    const { messageId, status } = await sendFrom(world, fan, creator, { ...PAID, content: FLAGGED });
    expect(status).toBe("PENDING");
    expect(await world.documents("messages", { _id: messageId })).toMatchObject([{ status: "QUARANTINED" }]);
    expect(await world.documents("escrows", { messageId })).toMatchObject([{ status: "HELD", amount: 500n, concealed: true }]);
    expect(await world.balance(fan)).toBe("95.00");
    const statements = await world.documents("statements_of_reasons", { messageId });
    expect(statements).toMatchObject([{ senderId: fan, category: "SPAM", automated: true }]);
    const sent = { fan, creator, messageId };
    expect(await eventsOf(world, "message.quarantined", sent)).toMatchObject([{ statementId: statements[0]?._id, category: "SPAM" }]);
    expect(await eventsOf(world, "message.sent", sent)).toEqual([]);
    expect(JSON.stringify([statements, await world.documents("outbox"), await world.documents("audit_log")])).not.toContain("my shop");
  });

  it("MSG-55 does not exist for its receiver; its sender sees it as PENDING", async () => {
    const { fan, creator, messageId } = await flagged();
    await expect(world.as(creator)(getMessage, { messageId })).rejects.toMatchObject({ key: "message.error.not_found" });
    const [{ sessionId } = {}] = (await world.as(fan)(listInbox, {})).items;
    for (const filter of [{}, { role: "receiver" }, { sessionId }, { sessionId, role: "receiver" }] as const) {
      expect([filter, (await world.as(creator)(listInbox, filter)).total]).toEqual([filter, 0]);
    }
    expect((await world.as(creator)(listChatSessions, {})).items).toEqual([]);
    const { status, statusLog } = await world.as(fan)(getMessage, { messageId });
    expect([status, statusLog.map(({ to }) => to)]).toEqual(["PENDING", ["PENDING"]]);
    expect((await world.as(fan)(listInbox, { role: "sender" })).items).toMatchObject([{ id: messageId, status: "PENDING" }]);
    expect((await world.as(fan)(listChatSessions, {})).items).toMatchObject([{ preview: FLAGGED, unread: 0 }]);
  });

  it("MSG-55 leaves the session as its receiver has seen it", async () => {
    const { fan, creator } = await aSentMessage(world, { content: "an earlier one" });
    const sessionOf = async (userId: string) => (await world.as(userId)(listChatSessions, {})).items[0];
    const before = await sessionOf(creator);
    expect(before).toMatchObject({ preview: "an earlier one", unread: 1 });
    world.setConfig({ "dm.free_per_creator_daily": 10 });
    world.change(creator, { dmType: "FREE" });
    world.runtime.clock.advance(1_000);
    await sendFrom(world, fan, creator, { content: FLAGGED });
    expect(await sessionOf(creator)).toEqual(before);
    expect(await sessionOf(fan)).toMatchObject({ preview: FLAGGED });
  });

  it("MSG-43 moves the session all the same", async () => {
    const { fan, messageId } = await flagged({ free: true });
    const [message] = await world.documents("messages", { _id: messageId });
    expect(await world.documents("chat_sessions", { visibleTo: fan })).toMatchObject([{ lastMessageAt: message?.sentAt }]);
  });

  it("MSG-34 counts as an open paid message", async () => {
    const { fan, creator } = await flagged();
    await expect(sendFrom(world, fan, creator, PAID)).rejects.toMatchObject({ key: "message.send.error.pending_paid_exists" });
  });

  it("REP-04 cannot be answered", async () => {
    await expect(replyTo(world, await flagged())).rejects.toMatchObject({ key: "message.reply.error.invalid_status" });
  });

  it("REP-09 REP-10 REP-14 expires with a refund, and stays hidden", async () => {
    const sent = await flagged({ timeoutHours: 1 });
    world.runtime.clock.advance(2 * HOUR);
    await expect(decide(sent, "APPROVE")).rejects.toMatchObject({ key: "moderation.error.invalid_status" });
    await world.runtime.jobs.runNow("messaging.expire-messages");
    expect(await statusOf(world, sent)).toBe("EXPIRED");
    expect(await world.balance(sent.fan)).toBe("100.00");
    expect(await eventsOf(world, "message.expired", sent)).toMatchObject([{ heldBack: true, refunded: true }]);
    await expect(world.as(sent.creator)(getMessage, sent)).rejects.toMatchObject({ key: "message.error.not_found" });
  });
});

describe("moderation › decision", () => {
  it("REP-14 approve: delivered, the window restarts, message.sent is emitted then; audited", async () => {
    const sent = await flagged({ timeoutHours: 5 });
    world.runtime.clock.advance(3 * HOUR);
    expect(await decide(sent, "APPROVE")).toEqual({ messageId: sent.messageId, status: "ESCROWED" });
    expect(await world.documents("escrows", { messageId: sent.messageId })).toMatchObject([{ status: "HELD", concealed: false }]);
    const message = await world.as(sent.creator)(getMessage, { messageId: sent.messageId });
    const left = Date.parse(message.expiresAt) - world.runtime.clock.now().getTime();
    expect(Math.abs(left - 5 * HOUR)).toBeLessThan(10_000);
    expect(await eventsOf(world, "message.sent", sent)).toMatchObject([{ status: "ESCROWED", senderName: expect.any(String) }]);
    expect((await world.as(sent.creator)(listChatSessions, {})).items).toMatchObject([{ preview: FLAGGED }]);
    expect(message.statusLog).toMatchObject([{ to: "PENDING" }, { from: "PENDING", to: "ESCROWED", actor: "MODERATOR", reason: null }]);
    const audit = await world.documents("audit_log", { target: sent.messageId });
    expect(audit).toMatchObject([{ actor: moderator, action: "moderation.decide", details: { decision: "APPROVE" } }]);
    // The deadline of before has passed: nobody goes by it any more.
    world.runtime.clock.advance(4 * HOUR);
    await world.runtime.jobs.runNow("messaging.expire-messages");
    expect(await statusOf(world, sent)).toBe("ESCROWED");
    expect(await replyTo(world, sent)).toMatchObject({ status: "COMPLETED" });
  });

  it("REP-14 approve: a free message is DELIVERED", async () => {
    expect(await decide(await flagged({ free: true }), "APPROVE")).toMatchObject({ status: "DELIVERED" });
  });

  it("REP-14 reject: refunded, with a statement of its own", async () => {
    const sent = await flagged();
    expect(await decide(sent, "REJECT")).toMatchObject({ status: "REJECTED" });
    expect(await world.balance(sent.fan)).toBe("100.00");
    expect(await eventsOf(world, "message.rejected", sent)).toMatchObject([{ rejectedBy: "MODERATOR", refunded: true }]);
    const statement = await world.as(sent.fan)(getStatementOfReasons, { messageId: sent.messageId });
    expect(statement).toMatchObject({ decision: "REJECTED", automated: false, category: "SPAM", facts: "looked at it" });
  });

  it("REP-14 twenty decisions at once: exactly one counts", async () => {
    const sent = await flagged();
    const calls = Array.from({ length: 20 }, (_, index) => decide(sent, index % 2 === 0 ? "APPROVE" : "REJECT"));
    expect((await outcomesOf(calls)).accepted).toBe(1);
    expect(await world.documents("audit_log", { target: sent.messageId })).toHaveLength(1);
  });

  it("is refused for a message that is not in quarantine, or not there", async () => {
    const sent = await aSentMessage(world);
    await expect(decide(sent, "REJECT")).rejects.toMatchObject({ key: "moderation.error.invalid_status", code: 409 });
    await expect(decide({ ...sent, messageId: uuid() }, "REJECT")).rejects.toMatchObject({ key: "message.error.not_found" });
  });

  it("MOD-01 the statement is for the sender only", async () => {
    const { fan, creator, messageId } = await flagged();
    expect(await world.as(fan)(getStatementOfReasons, { messageId })).toMatchObject({
      messageId,
      decision: "QUARANTINED",
      automated: true,
      redress: expect.stringContaining("six months"),
    });
    for (const userId of [creator, moderator]) {
      const attempt = world.as(userId)(getStatementOfReasons, { messageId });
      await expect(attempt).rejects.toMatchObject({ key: "moderation.error.statement_not_found" });
    }
  });
});

describe("moderation › rules", () => {
  it("MSG-56 an inactive rule flags nothing, and holds again when it is switched on; all in one millisecond", async () => {
    world.runtime.clock.stop();
    const rule = await world.as(moderator, ["SUPER_ADMIN"])(createModerationRule, {
      name: "off",
      kind: "WORD",
      pattern: "marmalade",
      active: false,
    });
    const send = async () => (await sendFrom(world, world.aFan(), world.aCreator(), { content: "Marmalade!" })).status;
    expect(await send()).toBe("DELIVERED");
    await world.as(moderator, ["SUPER_ADMIN"])(updateModerationRule, { ruleId: rule.id, active: true });
    expect(await send()).toBe("PENDING");
    await world.as(moderator, ["SUPER_ADMIN"])(updateModerationRule, { ruleId: rule.id, pattern: "jam" });
    expect(await send()).toBe("DELIVERED");
    expect(await world.as(moderator, ["SUPER_ADMIN"])(listModerationRules, {})).toContainEqual({
      ...rule,
      active: true,
      pattern: "jam",
      updatedAt: expect.any(String),
    });
    expect(await world.documents("audit_log", { target: rule.id })).toHaveLength(3);
  });

  it("MSG-52 a pattern that cannot be searched in bounded time is refused, also for a rule that is there", async () => {
    for (const pattern of ["(a", "a(?=b)", "(a)\\1", "[b-a]", "((a{100}){100}){100}"]) {
      const attempt = world.as(moderator, ["SUPER_ADMIN"])(createModerationRule, { name: "bad", kind: "REGEX", pattern });
      await expect(attempt).rejects.toMatchObject({ key: "moderation.error.invalid_pattern" });
    }
    const usable = { name: "good", kind: "REGEX", pattern: "ab+a", active: false } as const;
    const { id: ruleId } = await world.as(moderator, ["SUPER_ADMIN"])(createModerationRule, usable);
    const broken = world.as(moderator, ["SUPER_ADMIN"])(updateModerationRule, { ruleId, pattern: "(a", active: true });
    await expect(broken).rejects.toMatchObject({ key: "moderation.error.invalid_pattern" });
    const unknown = world.as(moderator, ["SUPER_ADMIN"])(updateModerationRule, { ruleId: uuid(), active: false });
    await expect(unknown).rejects.toMatchObject({ key: "moderation.error.rule_not_found" });
  });

  it("there are as many as are listed and applied, and no more, also when the last ones come at the same time", async () => {
    const at = new Date();
    const others = { kind: "WORD", pattern: "filler", category: "OTHER", active: false, createdAt: at, updatedAt: at };
    const missing = 498 - (await world.documents("moderation_rules")).length;
    const fillers = Array.from({ length: missing }, () => ({ _id: uuid() as never, name: "filler", ...others }));
    await world.connection.collection("moderation_rules").insertMany(fillers);
    const add = () => world.as(moderator, ["SUPER_ADMIN"])(createModerationRule, { name: "one more", pattern: "parsnip" });
    const last = await add();
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => outcomeOf(add())));
    expect(outcomes.sort()).toEqual([...Array(5).fill("moderation.error.too_many_rules"), "ok"]);
    expect(await world.documents("moderation_rules")).toHaveLength(500);
    expect((await world.as(moderator, ["SUPER_ADMIN"])(listModerationRules, {})).map(({ id }) => id)).toContain(last.id);
    await world.connection.collection("moderation_rules").deleteMany({ name: { $in: ["filler", "one more"] } });
  });
});
