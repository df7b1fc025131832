import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { getMessage, listChatSessions, listInbox } from "#libs/contracts/messaging/index.ts";
import {
  createModerationRule,
  decideModeration,
  getStatementOfReasons,
  listModerationRules,
  updateModerationRule,
} from "#libs/contracts/messaging/moderation.ts";
import { HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { outcomeOf } from "../support/act-as.ts";
import { type MessagingFixture, messagingFixture, outcomesOf, PAID, sendFrom } from "./messaging-fixture.ts";
import { eventsOf, replyTo, type SentMessage, sendNewMessage, statusOf } from "./sent-message.ts";

let fixture: MessagingFixture;
const moderator = uuid();

beforeAll(async () => {
  fixture = await messagingFixture();
  await fixture.as(moderator, ["SUPER_ADMIN"])(createModerationRule, { name: "spam links", pattern: "buy now", category: "SPAM" });
});
afterAll(() => fixture.stop());
afterEach(async () => {
  fixture.runtime.clock.reset();
  expect(await fixture.findViolations()).toEqual([]);
});

const FLAGGED = "Please BUY now at my shop";
const flagged = (params: { free?: true; timeoutHours?: number } = {}) => sendNewMessage(fixture, { content: FLAGGED, ...params });
const decide = ({ messageId }: SentMessage, decision: "APPROVE" | "REJECT") =>
  fixture.as(moderator, ["SUPER_ADMIN"])(decideModeration, { messageId, decision, reason: "looked at it" });

describe("a message that a moderation rule flags", () => {
  it("MSG-52 MSG-53 MSG-54 MSG-57 a flagged message is PENDING for its sender and stored QUARANTINED, with one statement and its escrow held", async () => {
    const [fan, creator] = [fixture.newFan(), fixture.newCreator({ dmType: "SINGLE_PAY" })];
    await fixture.fund(fan, "100.00");
    const { messageId, status } = await sendFrom(fixture, fan, creator, { ...PAID, content: FLAGGED });
    expect(status).toBe("PENDING");
    expect(await fixture.documents("messages", { _id: messageId })).toMatchObject([{ status: "QUARANTINED" }]);
    expect(await fixture.documents("escrows", { messageId })).toMatchObject([{ status: "HELD", amount: 500n, concealed: true }]);
    expect(await fixture.balance(fan)).toBe("95.00");
    const statements = await fixture.documents("statements_of_reasons", { messageId });
    expect(statements).toMatchObject([{ senderId: fan, category: "SPAM", automated: true }]);
    const sent = { fan, creator, messageId };
    expect(await eventsOf(fixture, "message.quarantined", sent)).toMatchObject([{ statementId: statements[0]?._id, category: "SPAM" }]);
    expect(await eventsOf(fixture, "message.sent", sent)).toEqual([]);
    expect(JSON.stringify([statements, await fixture.documents("outbox"), await fixture.documents("audit_log")])).not.toContain("my shop");
  });

  it("MSG-55 a flagged message is invisible to its receiver and PENDING for its sender", async () => {
    const { fan, creator, messageId } = await flagged();
    await expect(fixture.as(creator)(getMessage, { messageId })).rejects.toMatchObject({ key: "message.error.not_found" });
    const [{ sessionId } = {}] = (await fixture.as(fan)(listInbox, {})).items;
    for (const filter of [{}, { role: "receiver" }, { sessionId }, { sessionId, role: "receiver" }] as const) {
      expect([filter, (await fixture.as(creator)(listInbox, filter)).total]).toEqual([filter, 0]);
    }
    expect((await fixture.as(creator)(listChatSessions, {})).items).toEqual([]);
    const { status, statusLog } = await fixture.as(fan)(getMessage, { messageId });
    expect([status, statusLog.map(({ to }) => to)]).toEqual(["PENDING", ["PENDING"]]);
    expect((await fixture.as(fan)(listInbox, { role: "sender" })).items).toMatchObject([{ id: messageId, status: "PENDING" }]);
    expect((await fixture.as(fan)(listChatSessions, {})).items).toMatchObject([{ preview: FLAGGED, unread: 0 }]);
  });

  it("MSG-55 a flagged message changes nothing in the session of its receiver", async () => {
    const { fan, creator } = await sendNewMessage(fixture, { content: "an earlier one" });
    const sessionOf = async (userId: string) => (await fixture.as(userId)(listChatSessions, {})).items[0];
    const before = await sessionOf(creator);
    expect(before).toMatchObject({ preview: "an earlier one", unread: 1 });
    fixture.setConfig({ "dm.free_per_creator_daily": 10 });
    fixture.change(creator, { dmType: "FREE" });
    fixture.runtime.clock.advance(1_000);
    await sendFrom(fixture, fan, creator, { content: FLAGGED });
    expect(await sessionOf(creator)).toEqual(before);
    expect(await sessionOf(fan)).toMatchObject({ preview: FLAGGED });
  });

  it("MSG-43 a flagged message updates lastMessageAt of the session", async () => {
    const { fan, messageId } = await flagged({ free: true });
    const [message] = await fixture.documents("messages", { _id: messageId });
    expect(await fixture.documents("chat_sessions", { visibleTo: fan })).toMatchObject([{ lastMessageAt: message?.sentAt }]);
  });

  it("MSG-34 a flagged message counts as an open paid message", async () => {
    const { fan, creator } = await flagged();
    await expect(sendFrom(fixture, fan, creator, PAID)).rejects.toMatchObject({ key: "message.send.error.pending_paid_exists" });
  });

  it("REP-04 a flagged message cannot be replied to", async () => {
    await expect(replyTo(fixture, await flagged())).rejects.toMatchObject({ key: "message.reply.error.invalid_status" });
  });

  it("REP-09 REP-10 REP-14 a flagged message expires with a refund and stays invisible to its receiver", async () => {
    const sent = await flagged({ timeoutHours: 1 });
    fixture.runtime.clock.advance(2 * HOUR);
    await expect(decide(sent, "APPROVE")).rejects.toMatchObject({ key: "moderation.error.invalid_status" });
    await fixture.runtime.jobs.runNow("messaging.expire-messages");
    expect(await statusOf(fixture, sent)).toBe("EXPIRED");
    expect(await fixture.balance(sent.fan)).toBe("100.00");
    expect(await eventsOf(fixture, "message.expired", sent)).toMatchObject([{ heldBack: true, refunded: true }]);
    await expect(fixture.as(sent.creator)(getMessage, sent)).rejects.toMatchObject({ key: "message.error.not_found" });
  });
});

describe("POST /admin/moderation/messages/{messageId}/decide", () => {
  it("REP-14 APPROVE delivers the message, restarts its reply window, publishes message.sent and is audited", async () => {
    const sent = await flagged({ timeoutHours: 5 });
    fixture.runtime.clock.advance(3 * HOUR);
    expect(await decide(sent, "APPROVE")).toEqual({ messageId: sent.messageId, status: "ESCROWED" });
    expect(await fixture.documents("escrows", { messageId: sent.messageId })).toMatchObject([{ status: "HELD", concealed: false }]);
    const message = await fixture.as(sent.creator)(getMessage, { messageId: sent.messageId });
    const left = Date.parse(message.expiresAt) - fixture.runtime.clock.now().getTime();
    expect(Math.abs(left - 5 * HOUR)).toBeLessThan(10_000);
    expect(await eventsOf(fixture, "message.sent", sent)).toMatchObject([{ status: "ESCROWED", senderName: expect.any(String) }]);
    expect((await fixture.as(sent.creator)(listChatSessions, {})).items).toMatchObject([{ preview: FLAGGED }]);
    expect(message.statusLog).toMatchObject([{ to: "PENDING" }, { from: "PENDING", to: "ESCROWED", actor: "MODERATOR", reason: null }]);
    const audit = await fixture.documents("audit_log", { target: sent.messageId });
    expect(audit).toMatchObject([{ actor: moderator, action: "moderation.decide", details: { decision: "APPROVE" } }]);
    // The first deadline has passed; only the new one counts.
    fixture.runtime.clock.advance(4 * HOUR);
    await fixture.runtime.jobs.runNow("messaging.expire-messages");
    expect(await statusOf(fixture, sent)).toBe("ESCROWED");
    expect(await replyTo(fixture, sent)).toMatchObject({ status: "COMPLETED" });
  });

  it("REP-14 APPROVE makes a free message DELIVERED", async () => {
    expect(await decide(await flagged({ free: true }), "APPROVE")).toMatchObject({ status: "DELIVERED" });
  });

  it("REP-14 REJECT refunds the message and issues another statement", async () => {
    const sent = await flagged();
    expect(await decide(sent, "REJECT")).toMatchObject({ status: "REJECTED" });
    expect(await fixture.balance(sent.fan)).toBe("100.00");
    expect(await eventsOf(fixture, "message.rejected", sent)).toMatchObject([{ rejectedBy: "MODERATOR", refunded: true }]);
    const statement = await fixture.as(sent.fan)(getStatementOfReasons, { messageId: sent.messageId });
    expect(statement).toMatchObject({ decision: "REJECTED", automated: false, category: "SPAM", facts: "looked at it" });
  });

  it("REP-14 accepts exactly one of twenty concurrent decisions", async () => {
    const sent = await flagged();
    const calls = Array.from({ length: 20 }, (_, index) => decide(sent, index % 2 === 0 ? "APPROVE" : "REJECT"));
    expect((await outcomesOf(calls)).accepted).toBe(1);
    expect(await fixture.documents("audit_log", { target: sent.messageId })).toHaveLength(1);
  });

  it("refuses a message that is not in quarantine with 409, and an unknown one", async () => {
    const sent = await sendNewMessage(fixture);
    await expect(decide(sent, "REJECT")).rejects.toMatchObject({ key: "moderation.error.invalid_status", code: 409 });
    await expect(decide({ ...sent, messageId: uuid() }, "REJECT")).rejects.toMatchObject({ key: "message.error.not_found" });
  });

  it("MOD-01 the statement is shown to the sender only", async () => {
    const { fan, creator, messageId } = await flagged();
    expect(await fixture.as(fan)(getStatementOfReasons, { messageId })).toMatchObject({
      messageId,
      decision: "QUARANTINED",
      automated: true,
      redress: expect.stringContaining("six months"),
    });
    for (const userId of [creator, moderator]) {
      const attempt = fixture.as(userId)(getStatementOfReasons, { messageId });
      await expect(attempt).rejects.toMatchObject({ key: "moderation.error.statement_not_found" });
    }
  });
});

describe("moderation rules", () => {
  it("MSG-56 moderation rules apply only while active, and changes apply at once, even within one millisecond", async () => {
    fixture.runtime.clock.stop();
    const rule = await fixture.as(moderator, ["SUPER_ADMIN"])(createModerationRule, {
      name: "off",
      kind: "WORD",
      pattern: "marmalade",
      active: false,
    });
    const send = async () => (await sendFrom(fixture, fixture.newFan(), fixture.newCreator(), { content: "Marmalade!" })).status;
    expect(await send()).toBe("DELIVERED");
    await fixture.as(moderator, ["SUPER_ADMIN"])(updateModerationRule, { ruleId: rule.id, active: true });
    expect(await send()).toBe("PENDING");
    await fixture.as(moderator, ["SUPER_ADMIN"])(updateModerationRule, { ruleId: rule.id, pattern: "jam" });
    expect(await send()).toBe("DELIVERED");
    expect(await fixture.as(moderator, ["SUPER_ADMIN"])(listModerationRules, {})).toContainEqual({
      ...rule,
      active: true,
      pattern: "jam",
      updatedAt: expect.any(String),
    });
    expect(await fixture.documents("audit_log", { target: rule.id })).toHaveLength(3);
  });

  it("MSG-52 moderation rules are refused with a pattern that cannot be searched in bounded time, on creation and on update", async () => {
    for (const pattern of ["(a", "a(?=b)", "(a)\\1", "[b-a]", "((a{100}){100}){100}"]) {
      const attempt = fixture.as(moderator, ["SUPER_ADMIN"])(createModerationRule, { name: "bad", kind: "REGEX", pattern });
      await expect(attempt).rejects.toMatchObject({ key: "moderation.error.invalid_pattern" });
    }
    const usable = { name: "good", kind: "REGEX", pattern: "ab+a", active: false } as const;
    const { id: ruleId } = await fixture.as(moderator, ["SUPER_ADMIN"])(createModerationRule, usable);
    const broken = fixture.as(moderator, ["SUPER_ADMIN"])(updateModerationRule, { ruleId, pattern: "(a", active: true });
    await expect(broken).rejects.toMatchObject({ key: "moderation.error.invalid_pattern" });
    const unknown = fixture.as(moderator, ["SUPER_ADMIN"])(updateModerationRule, { ruleId: uuid(), active: false });
    await expect(unknown).rejects.toMatchObject({ key: "moderation.error.rule_not_found" });
  });

  it("moderation rules are limited to 500, also when the last ones are created at the same time", async () => {
    const at = new Date();
    const others = { kind: "WORD", pattern: "filler", category: "OTHER", active: false, createdAt: at, updatedAt: at };
    const missing = 498 - (await fixture.documents("moderation_rules")).length;
    const fillers = Array.from({ length: missing }, () => ({ _id: uuid() as never, name: "filler", ...others }));
    await fixture.connection.collection("moderation_rules").insertMany(fillers);
    const add = () => fixture.as(moderator, ["SUPER_ADMIN"])(createModerationRule, { name: "one more", pattern: "parsnip" });
    const last = await add();
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => outcomeOf(add())));
    expect(outcomes.sort()).toEqual([...Array(5).fill("moderation.error.too_many_rules"), "ok"]);
    expect(await fixture.documents("moderation_rules")).toHaveLength(500);
    expect((await fixture.as(moderator, ["SUPER_ADMIN"])(listModerationRules, {})).map(({ id }) => id)).toContain(last.id);
    await fixture.connection.collection("moderation_rules").deleteMany({ name: { $in: ["filler", "one more"] } });
  });
});
