import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import {
  appealModeration,
  createModerationRule,
  decideAppeal,
  decideModeration,
  getMessage,
  getModeratedMessage,
  getStatementOfReasons,
  listAppeals,
  listModerationQueue,
} from "#libs/contracts/messaging/index.ts";
import { DAY, HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { endOfAppealWindow } from "#services/messaging/moderation/domain/appeal.ts";
import { type MessagingFixture, messagingFixture, outcomesOf } from "./messaging-fixture.ts";
import { eventsOf, rejectSent, replyTo, type SentMessage, sendNewMessage, statusOf } from "./sent-message.ts";

let fixture: MessagingFixture;
const [firstModerator, secondModerator] = [uuid(), uuid()];

beforeAll(async () => {
  fixture = await messagingFixture();
  await moderator(firstModerator)(createModerationRule, { name: "spam links", pattern: "buy now", category: "SPAM" });
});
afterAll(() => fixture.stop());
afterEach(async () => {
  fixture.runtime.clock.reset();
  expect(await fixture.findViolations()).toEqual([]);
});

const TEXT = "Please BUY now at my shop";
const moderator = (userId: string) => fixture.as(userId, ["MODERATOR"]);
const held = (params: { free?: true; timeoutHours?: number } = {}) => sendNewMessage(fixture, { content: TEXT, ...params });
const decide = ({ messageId }: SentMessage, decision: "APPROVE" | "REJECT", by = firstModerator) =>
  moderator(by)(decideModeration, { messageId, decision, reason: "looked at it" });
const appeal = ({ fan, messageId }: SentMessage) => fixture.as(fan)(appealModeration, { messageId, reason: "it was a joke" });
const decideAppealAs = (appealId: string, decision: "UPHELD" | "REVERSED", by = secondModerator) =>
  moderator(by)(decideAppeal, { appealId, decision, reason: "looked again" });
const read = ({ messageId }: SentMessage) => moderator(secondModerator)(getModeratedMessage, { messageId });
const statementOf = ({ fan, messageId }: SentMessage) => fixture.as(fan)(getStatementOfReasons, { messageId });

describe("GET /admin/moderation/queue", () => {
  it("MOD-03 lists held messages, longest waiting first, without their texts, until they are decided", async () => {
    const before = (await moderator(firstModerator)(listModerationQueue, {})).total;
    const one = await held();
    fixture.runtime.clock.advance(1_000);
    const two = await held({ free: true });
    const { items, total } = await moderator(firstModerator)(listModerationQueue, { limit: 50 });
    expect(total - before).toBe(2);
    expect(items.slice(-2)).toEqual([
      {
        messageId: one.messageId,
        senderId: one.fan,
        receiverId: one.creator,
        rules: [{ id: expect.any(String), name: "spam links" }],
        category: "SPAM",
        ...{ flaggedAt: expect.any(String), sentAt: expect.any(String), expiresAt: expect.any(String) },
        dmType: "SINGLE_PAY",
        price: "5.00",
      },
      expect.objectContaining({ messageId: two.messageId, dmType: "FREE", price: null }),
    ]);
    expect(JSON.stringify(items)).not.toContain("my shop");
    await decide(one, "REJECT");
    await decide(two, "APPROVE");
    expect((await moderator(firstModerator)(listModerationQueue, {})).total).toBe(before);
  });
});

describe("GET /admin/moderation/messages/{messageId}", () => {
  it("MOD-03 shows the text while the message is held, and audits every access", async () => {
    const sent = await held();
    expect(await read(sent)).toMatchObject({
      messageId: sent.messageId,
      content: TEXT,
      ground: "QUARANTINE",
      status: "QUARANTINED",
      reply: null,
    });
    await read(sent);
    const lines = await fixture.documents("audit_log", { target: sent.messageId, action: "moderation.read_message" });
    expect(lines).toMatchObject([
      { actor: secondModerator, details: { ground: "QUARANTINE" } },
      { actor: secondModerator, details: { ground: "QUARANTINE" } },
    ]);
    expect(JSON.stringify(lines)).not.toContain("my shop");
  });

  it.each([
    [
      "that expired in quarantine",
      async (sent: SentMessage) => {
        fixture.runtime.clock.advance(2 * HOUR);
        await fixture.expireEverywhere();
        expect(await statusOf(fixture, sent)).toBe("EXPIRED");
      },
    ],
    ["that a moderator has rejected", (sent: SentMessage) => decide(sent, "REJECT")],
  ] as const)("MOD-03 shows the text of a message %s until the appeal window has closed", async (_, end) => {
    const sent = await held({ timeoutHours: 1 });
    await end(sent);
    expect(await read(sent)).toMatchObject({ content: TEXT, ground: "APPEAL" });
    fixture.runtime.clock.set(new Date(Date.parse((await statementOf(sent)).appealUntil) - 1_000));
    expect(await read(sent)).toMatchObject({ content: TEXT });
    fixture.runtime.clock.advance(2_000);
    await expect(read(sent)).rejects.toMatchObject({ key: "moderation.error.content_unavailable", code: 404 });
  });

  it("MOD-03 shows the text while an appeal is open, even after the window, and not after its decision", async () => {
    const sent = await held();
    await decide(sent, "REJECT");
    const { appealId } = await appeal(sent);
    fixture.runtime.clock.advance(400 * DAY);
    expect(await read(sent)).toMatchObject({ content: TEXT, ground: "APPEAL" });
    await decideAppealAs(appealId, "UPHELD");
    await expect(read(sent)).rejects.toMatchObject({ key: "moderation.error.content_unavailable" });
  });

  it("MOD-03 refuses the text of a message that was delivered or never held", async () => {
    const [approved, ended, ordinary] = [await held(), await held(), await sendNewMessage(fixture)];
    for (const sent of [approved, ended]) await decide(sent, "APPROVE");
    await rejectSent(fixture, ended);
    for (const sent of [approved, ended, ordinary])
      await expect(read(sent)).rejects.toMatchObject({ key: "moderation.error.content_unavailable" });
    await expect(read({ ...ordinary, messageId: uuid() })).rejects.toMatchObject({ key: "message.error.not_found" });
    expect(await fixture.documents("audit_log", { target: ordinary.messageId })).toEqual([]);
  });
});

describe("POST /messages/{messageId}/appeal", () => {
  it("MOD-02 accepts one of twenty concurrent appeals", async () => {
    const sent = await held();
    await decide(sent, "REJECT");
    const { accepted, refusals } = await outcomesOf(Array.from({ length: 20 }, () => appeal(sent)));
    expect([accepted, new Set(refusals)]).toEqual([1, new Set(["moderation.error.already_appealed"])]);
    expect(await fixture.documents("moderation_appeals", { messageId: sent.messageId })).toHaveLength(1);
    expect(await statementOf(sent)).toMatchObject({ appealStatus: "OPEN", reversedAt: null });
  });

  it("MOD-01 MOD-02 refuses everybody but the sender with statement_not_found", async () => {
    const sent = await held();
    for (const fan of [sent.creator, firstModerator, fixture.newFan()]) {
      await expect(appeal({ ...sent, fan })).rejects.toMatchObject({ key: "moderation.error.statement_not_found" });
    }
    await expect(appeal(await sendNewMessage(fixture))).rejects.toMatchObject({ key: "moderation.error.statement_not_found" });
  });

  it("MOD-02 accepts an appeal for six months to the second, and none against a reversed decision", async () => {
    const [late, approved] = [await held(), await held()];
    await decide(late, "REJECT");
    await decide(approved, "APPROVE");
    await expect(appeal(approved)).rejects.toMatchObject({ key: "moderation.error.nothing_to_appeal", code: 409 });
    const { issuedAt, appealUntil } = await statementOf(late);
    expect(appealUntil).toBe(endOfAppealWindow(new Date(issuedAt), 6).toISOString());
    fixture.runtime.clock.set(new Date(Date.parse(appealUntil) + 1_000));
    await expect(appeal(late)).rejects.toMatchObject({ key: "moderation.error.appeal_window_closed", code: 400 });
    fixture.runtime.clock.set(new Date(Date.parse(appealUntil) - 1_000));
    expect(await appeal(late)).toMatchObject({ status: "OPEN" });
  });

  it.each([
    ["2026-01-15T10:00:00.000Z", 6, "2026-07-15T10:00:00.000Z"],
    ["2026-08-31T23:59:59.000Z", 6, "2027-02-28T23:59:59.000Z"],
    ["2027-08-31T00:00:00.000Z", 6, "2028-02-29T00:00:00.000Z"],
    ["2026-12-01T00:00:00.000Z", 13, "2028-01-01T00:00:00.000Z"],
  ])("MOD-02 closes the window of a statement of %s after %i months, at %s", (issuedAt, months, end) => {
    expect(endOfAppealWindow(new Date(issuedAt), months).toISOString()).toBe(end);
  });
});

describe("POST /admin/moderation/appeals/{appealId}/decide", () => {
  it("MOD-02 refuses the moderator of the first decision and the parties of the message with 403", async () => {
    const sent = await held();
    await decide(sent, "REJECT");
    const { appealId } = await appeal(sent);
    for (const by of [firstModerator, sent.fan, sent.creator]) {
      await expect(decideAppealAs(appealId, "REVERSED", by)).rejects.toMatchObject({ key: "moderation.error.same_moderator", code: 403 });
    }
    expect(await fixture.documents("moderation_appeals", { _id: appealId })).toMatchObject([{ status: "OPEN", firstModerator }]);
    expect(await decideAppealAs(appealId, "UPHELD")).toMatchObject({ status: "UPHELD", messageStatus: "REJECTED" });
    await expect(decideAppealAs(appealId, "REVERSED")).rejects.toMatchObject({ key: "moderation.error.appeal_decided" });
    await expect(decideAppealAs(uuid(), "UPHELD")).rejects.toMatchObject({ key: "moderation.error.appeal_not_found" });
  });

  it("MOD-02 REP-14 a party of the message cannot make the first decision, which would decide the appeal too", async () => {
    const sent = await held();
    const { appealId } = await appeal(sent);
    for (const by of [sent.fan, sent.creator]) {
      await expect(decide(sent, "APPROVE", by)).rejects.toMatchObject({ key: "error.forbidden", code: 403 });
      await expect(decide(sent, "REJECT", by)).rejects.toMatchObject({ key: "error.forbidden", code: 403 });
    }
    expect(await statusOf(fixture, sent)).toBe("QUARANTINED");
    expect(await fixture.documents("moderation_appeals", { _id: appealId })).toMatchObject([{ status: "OPEN" }]);
  });

  it("MOD-02 REVERSED after a rejection is recorded and published; the message stays REJECTED, because its money was refunded", async () => {
    const sent = await held();
    await decide(sent, "REJECT");
    expect(await fixture.balance(sent.fan)).toBe("100.00");
    const { appealId } = await appeal(sent);
    const answer = await decideAppealAs(appealId, "REVERSED");
    expect(answer).toEqual({ appealId, status: "REVERSED", messageId: sent.messageId, messageStatus: "REJECTED" });
    expect(await fixture.balance(sent.fan)).toBe("100.00");
    expect(await statementOf(sent)).toMatchObject({ appealStatus: "REVERSED", reversedAt: expect.any(String) });
    expect(await eventsOf(fixture, "moderation.appeal_decided", sent)).toMatchObject([
      { appealId, senderId: sent.fan, decision: "REVERSED", messageStatus: "REJECTED" },
    ]);
    expect(await fixture.documents("audit_log", { target: appealId })).toMatchObject([
      { actor: secondModerator, action: "moderation.decide_appeal", details: { decision: "REVERSED", reason: "looked again" } },
    ]);
  });

  it("MOD-02 REP-14 REVERSED delivers a message that is still held, with a new reply window, and publishes message.sent", async () => {
    const sent = await held({ timeoutHours: 5 });
    const { appealId } = await appeal(sent);
    fixture.runtime.clock.advance(3 * HOUR);
    expect(await decideAppealAs(appealId, "REVERSED")).toMatchObject({ messageStatus: "ESCROWED" });
    const message = await fixture.as(sent.creator)(getMessage, { messageId: sent.messageId });
    expect(Math.abs(Date.parse(message.expiresAt) - fixture.runtime.clock.now().getTime() - 5 * HOUR)).toBeLessThan(10_000);
    expect(await eventsOf(fixture, "message.sent", sent)).toHaveLength(1);
    expect(await statementOf(sent)).toMatchObject({ appealStatus: "REVERSED", reversedAt: expect.any(String) });
    expect(await replyTo(fixture, sent)).toMatchObject({ status: "COMPLETED" });
  });

  it("MOD-02 REP-14 UPHELD rejects and refunds a message that is still held, and allows no further appeal", async () => {
    const sent = await held();
    const { appealId } = await appeal(sent);
    expect(await decideAppealAs(appealId, "UPHELD")).toMatchObject({ messageStatus: "REJECTED" });
    expect(await fixture.balance(sent.fan)).toBe("100.00");
    expect(await eventsOf(fixture, "message.rejected", sent)).toMatchObject([{ rejectedBy: "MODERATOR", refunded: true }]);
    await expect(appeal(sent)).rejects.toMatchObject({ key: "moderation.error.already_appealed" });
  });

  it("MOD-02 REVERSED after the reply window is only recorded; the expiry refunds the message", async () => {
    const sent = await held({ timeoutHours: 1 });
    const { appealId } = await appeal(sent);
    fixture.runtime.clock.advance(2 * HOUR);
    expect(await decideAppealAs(appealId, "REVERSED")).toMatchObject({ status: "REVERSED", messageStatus: "PENDING" });
    await fixture.expireEverywhere();
    expect([await statusOf(fixture, sent), await fixture.balance(sent.fan)]).toEqual(["EXPIRED", "100.00"]);
    await expect(fixture.as(sent.creator)(getMessage, sent)).rejects.toMatchObject({ key: "message.error.not_found" });
  });

  it("MOD-02 a first decision on a held message decides the open appeal; a rejection can be appealed again", async () => {
    const [approved, rejected] = [await held(), await held()];
    const appeals = [await appeal(approved), await appeal(rejected)];
    await decide(approved, "APPROVE");
    await decide(rejected, "REJECT");
    const states = await Promise.all(appeals.map(({ appealId }) => fixture.documents("moderation_appeals", { _id: appealId })));
    expect(states.map(([row]) => row?.status)).toEqual(["REVERSED", "UPHELD"]);
    expect(await eventsOf(fixture, "moderation.appeal_decided", approved)).toMatchObject([
      { decision: "REVERSED", messageStatus: "ESCROWED" },
    ]);
    const { appealId } = await appeal(rejected);
    await expect(decideAppealAs(appealId, "UPHELD", firstModerator)).rejects.toMatchObject({ key: "moderation.error.same_moderator" });
    expect(await decideAppealAs(appealId, "REVERSED")).toMatchObject({ messageStatus: "REJECTED" });
  });

  it("MOD-02 accepts one of twenty concurrent decisions beside the expiry job, and moves the money once", async () => {
    const sent = await held({ timeoutHours: 1 });
    const { appealId } = await appeal(sent);
    fixture.runtime.clock.advance(HOUR - 500);
    const calls: Promise<unknown>[] = Array.from({ length: 20 }, (_, index) =>
      decideAppealAs(appealId, index % 2 === 0 ? "UPHELD" : "REVERSED", uuid()),
    );
    const expiry = fixture.expireEverywhere();
    expect((await outcomesOf(calls)).accepted).toBe(1);
    await expiry;
    expect(await eventsOf(fixture, "moderation.appeal_decided", sent)).toHaveLength(1);
    expect(await fixture.documents("audit_log", { target: appealId })).toHaveLength(1);
  });

  it("MOD-02 lists appeals newest first or oldest first, filtered by status", async () => {
    fixture.runtime.clock.advance(3 * 365 * DAY);
    const sent = await held();
    const { appealId } = await appeal(sent);
    const { items } = await moderator(firstModerator)(listAppeals, { status: "OPEN" });
    expect(items[0]).toEqual({
      appealId,
      statementId: (await statementOf(sent)).id,
      messageId: sent.messageId,
      senderId: sent.fan,
      ...{ receiverId: sent.creator, price: "5.00", messageStatus: "QUARANTINED" },
      reason: "it was a joke",
      status: "OPEN",
      firstModerator: null,
      firstReason: null,
      createdAt: expect.any(String),
      decidedBy: null,
      decidedAt: null,
      decisionReason: null,
    });
    expect((await moderator(firstModerator)(listAppeals, { status: "OPEN", sort: "oldest" })).items.at(-1)).toEqual(items[0]);
    await decideAppealAs(appealId, "UPHELD");
    expect((await moderator(firstModerator)(listAppeals, { status: "OPEN" })).items.map((item) => item.appealId)).not.toContain(appealId);
    const decided = { appealId, decidedBy: secondModerator, decisionReason: "looked again" };
    expect((await moderator(firstModerator)(listAppeals, {})).items[0]).toMatchObject(decided);
  });
});
