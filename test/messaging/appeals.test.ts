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
} from "#libs/contracts/messaging.ts";
import { DAY, HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { endOfAppealWindow } from "#services/messaging/domain/appeal.ts";
import { messagingWorld, outcomesOf, type World } from "./messaging-fixture.ts";
import { aSentMessage, eventsOf, rejectOf, replyTo, type SentMessage, statusOf } from "./sent-message.ts";

let world: World;
const [first, second] = [uuid(), uuid()];

beforeAll(async () => {
  world = await messagingWorld();
  await moderator(first)(createModerationRule, { name: "spam links", pattern: "buy now", category: "SPAM" });
});
afterAll(() => world.stop());
afterEach(async () => {
  world.runtime.clock.reset();
  expect(await world.checkBooks()).toEqual([]);
});

const TEXT = "Please BUY now at my shop";
const moderator = (userId: string) => world.as(userId, ["MODERATOR"]);
const held = (params: { free?: true; timeoutHours?: number } = {}) => aSentMessage(world, { content: TEXT, ...params });
const decide = ({ messageId }: SentMessage, decision: "APPROVE" | "REJECT", by = first) =>
  moderator(by)(decideModeration, { messageId, decision, reason: "looked at it" });
const appeal = ({ fan, messageId }: SentMessage) => world.as(fan)(appealModeration, { messageId, reason: "it was a joke" });
const judge = (appealId: string, decision: "UPHELD" | "REVERSED", by = second) =>
  moderator(by)(decideAppeal, { appealId, decision, reason: "looked again" });
const read = ({ messageId }: SentMessage) => moderator(second)(getModeratedMessage, { messageId });
const statementOf = ({ fan, messageId }: SentMessage) => world.as(fan)(getStatementOfReasons, { messageId });

describe("moderation › queue", () => {
  it("MOD-03 lists what is held back, the longest waiting first, without texts; decided ones are gone", async () => {
    const before = (await moderator(first)(listModerationQueue, {})).total;
    const one = await held();
    world.runtime.clock.advance(1_000);
    const two = await held({ free: true });
    const { items, total } = await moderator(first)(listModerationQueue, { limit: 50 });
    expect(total - before).toBe(2);
    expect(items.slice(-2)).toEqual([
      {
        messageId: one.messageId,
        senderId: one.fan,
        receiverId: one.creator,
        rules: [{ id: expect.any(String), name: "spam links" }],
        category: "SPAM",
        flaggedAt: expect.any(String),
        dmType: "SINGLE_PAY",
        price: "5.00",
      },
      expect.objectContaining({ messageId: two.messageId, dmType: "FREE", price: null }),
    ]);
    expect(JSON.stringify(items)).not.toContain("my shop");
    await decide(one, "REJECT");
    await decide(two, "APPROVE");
    expect((await moderator(first)(listModerationQueue, {})).total).toBe(before);
  });
});

describe("moderation › the kept text", () => {
  it("MOD-03 is readable while held, and each look is audited", async () => {
    const sent = await held();
    expect(await read(sent)).toMatchObject({
      messageId: sent.messageId,
      content: TEXT,
      ground: "QUARANTINE",
      status: "QUARANTINED",
      reply: null,
    });
    await read(sent);
    const lines = await world.documents("audit_log", { target: sent.messageId, action: "moderation.read_message" });
    expect(lines).toMatchObject([
      { actor: second, details: { ground: "QUARANTINE" } },
      { actor: second, details: { ground: "QUARANTINE" } },
    ]);
    expect(JSON.stringify(lines)).not.toContain("my shop");
  });

  it.each([
    [
      "expired in quarantine",
      async (sent: SentMessage) => {
        world.runtime.clock.advance(2 * HOUR);
        await world.expireEverywhere();
        expect(await statusOf(world, sent)).toBe("EXPIRED");
      },
    ],
    ["rejected by a moderator", (sent: SentMessage) => decide(sent, "REJECT")],
  ] as const)("MOD-03 %s, it stays readable until the time to appeal has passed", async (_, end) => {
    const sent = await held({ timeoutHours: 1 });
    await end(sent);
    expect(await read(sent)).toMatchObject({ content: TEXT, ground: "APPEAL" });
    world.runtime.clock.set(new Date(Date.parse((await statementOf(sent)).appealUntil) - 1_000));
    expect(await read(sent)).toMatchObject({ content: TEXT });
    world.runtime.clock.advance(2_000);
    await expect(read(sent)).rejects.toMatchObject({ key: "moderation.error.content_unavailable", code: 404 });
  });

  it("MOD-03 with an open appeal it stays readable longer, and until its decision", async () => {
    const sent = await held();
    await decide(sent, "REJECT");
    const { appealId } = await appeal(sent);
    world.runtime.clock.advance(400 * DAY);
    expect(await read(sent)).toMatchObject({ content: TEXT, ground: "APPEAL" });
    await judge(appealId, "UPHELD");
    await expect(read(sent)).rejects.toMatchObject({ key: "moderation.error.content_unavailable" });
  });

  it("MOD-03 of a message that was delivered, or never held back, is nobody's business", async () => {
    const [approved, ended, ordinary] = [await held(), await held(), await aSentMessage(world)];
    for (const sent of [approved, ended]) await decide(sent, "APPROVE");
    await rejectOf(world, ended);
    for (const sent of [approved, ended, ordinary])
      await expect(read(sent)).rejects.toMatchObject({ key: "moderation.error.content_unavailable" });
    await expect(read({ ...ordinary, messageId: uuid() })).rejects.toMatchObject({ key: "message.error.not_found" });
    expect(await world.documents("audit_log", { target: ordinary.messageId })).toEqual([]);
  });
});

describe("moderation › appeal", () => {
  it("MOD-02 twenty appeals at once: one is taken", async () => {
    const sent = await held();
    await decide(sent, "REJECT");
    const { accepted, refusals } = await outcomesOf(Array.from({ length: 20 }, () => appeal(sent)));
    expect([accepted, new Set(refusals)]).toEqual([1, new Set(["moderation.error.already_appealed"])]);
    expect(await world.documents("moderation_appeals", { messageId: sent.messageId })).toHaveLength(1);
    expect(await statementOf(sent)).toMatchObject({ appealStatus: "OPEN", reversedAt: null });
  });

  it("MOD-01 MOD-02 is the sender's alone", async () => {
    const sent = await held();
    for (const fan of [sent.creator, first, world.aFan()]) {
      await expect(appeal({ ...sent, fan })).rejects.toMatchObject({ key: "moderation.error.statement_not_found" });
    }
    await expect(appeal(await aSentMessage(world))).rejects.toMatchObject({ key: "moderation.error.statement_not_found" });
  });

  it("MOD-02 is possible for six months, to the second, and not against what was taken back", async () => {
    const [late, approved] = [await held(), await held()];
    await decide(late, "REJECT");
    await decide(approved, "APPROVE");
    await expect(appeal(approved)).rejects.toMatchObject({ key: "moderation.error.nothing_to_appeal", code: 409 });
    const { issuedAt, appealUntil } = await statementOf(late);
    expect(appealUntil).toBe(endOfAppealWindow(new Date(issuedAt), 6).toISOString());
    world.runtime.clock.set(new Date(Date.parse(appealUntil) + 1_000));
    await expect(appeal(late)).rejects.toMatchObject({ key: "moderation.error.appeal_window_closed", code: 400 });
    world.runtime.clock.set(new Date(Date.parse(appealUntil) - 1_000));
    expect(await appeal(late)).toMatchObject({ status: "OPEN" });
  });

  it.each([
    ["2026-01-15T10:00:00.000Z", 6, "2026-07-15T10:00:00.000Z"],
    ["2026-08-31T23:59:59.000Z", 6, "2027-02-28T23:59:59.000Z"],
    ["2027-08-31T00:00:00.000Z", 6, "2028-02-29T00:00:00.000Z"],
    ["2026-12-01T00:00:00.000Z", 13, "2028-01-01T00:00:00.000Z"],
  ])("MOD-02 the window of a statement of %s ends %i months later: %s", (issuedAt, months, end) => {
    expect(endOfAppealWindow(new Date(issuedAt), months).toISOString()).toBe(end);
  });
});

describe("moderation › decision on an appeal", () => {
  it("MOD-02 is not made by the moderator of the first decision, nor by whom it is about", async () => {
    const sent = await held();
    await decide(sent, "REJECT");
    const { appealId } = await appeal(sent);
    for (const by of [first, sent.fan, sent.creator]) {
      await expect(judge(appealId, "REVERSED", by)).rejects.toMatchObject({ key: "moderation.error.same_moderator", code: 403 });
    }
    expect(await world.documents("moderation_appeals", { _id: appealId })).toMatchObject([{ status: "OPEN", firstModerator: first }]);
    expect(await judge(appealId, "UPHELD")).toMatchObject({ status: "UPHELD", messageStatus: "REJECTED" });
    await expect(judge(appealId, "REVERSED")).rejects.toMatchObject({ key: "moderation.error.appeal_decided" });
    await expect(judge(uuid(), "UPHELD")).rejects.toMatchObject({ key: "moderation.error.appeal_not_found" });
  });

  it("MOD-02 REP-14 a party of a message makes no first decision on it, which would answer the appeal as well", async () => {
    const sent = await held();
    const { appealId } = await appeal(sent);
    for (const by of [sent.fan, sent.creator]) {
      await expect(decide(sent, "APPROVE", by)).rejects.toMatchObject({ key: "error.forbidden", code: 403 });
      await expect(decide(sent, "REJECT", by)).rejects.toMatchObject({ key: "error.forbidden", code: 403 });
    }
    expect(await statusOf(world, sent)).toBe("QUARANTINED");
    expect(await world.documents("moderation_appeals", { _id: appealId })).toMatchObject([{ status: "OPEN" }]);
  });

  it("MOD-02 reversed after a rejection: recorded and told; the money was returned, so the message stays REJECTED", async () => {
    const sent = await held();
    await decide(sent, "REJECT");
    expect(await world.balance(sent.fan)).toBe("100.00");
    const { appealId } = await appeal(sent);
    const answer = await judge(appealId, "REVERSED");
    expect(answer).toEqual({ appealId, status: "REVERSED", messageId: sent.messageId, messageStatus: "REJECTED" });
    expect(await world.balance(sent.fan)).toBe("100.00");
    expect(await statementOf(sent)).toMatchObject({ appealStatus: "REVERSED", reversedAt: expect.any(String) });
    expect(await eventsOf(world, "moderation.appeal_decided", sent)).toMatchObject([
      { appealId, senderId: sent.fan, decision: "REVERSED", messageStatus: "REJECTED" },
    ]);
    expect(await world.documents("audit_log", { target: appealId })).toMatchObject([
      { actor: second, action: "moderation.decide_appeal", details: { decision: "REVERSED", reason: "looked again" } },
    ]);
  });

  it("MOD-02 REP-14 reversed while still held: delivered, the window begins anew, the creator hears of it", async () => {
    const sent = await held({ timeoutHours: 5 });
    const { appealId } = await appeal(sent);
    world.runtime.clock.advance(3 * HOUR);
    expect(await judge(appealId, "REVERSED")).toMatchObject({ messageStatus: "ESCROWED" });
    const message = await world.as(sent.creator)(getMessage, { messageId: sent.messageId });
    expect(Math.abs(Date.parse(message.expiresAt) - world.runtime.clock.now().getTime() - 5 * HOUR)).toBeLessThan(10_000);
    expect(await eventsOf(world, "message.sent", sent)).toHaveLength(1);
    expect(await statementOf(sent)).toMatchObject({ appealStatus: "REVERSED", reversedAt: expect.any(String) });
    expect(await replyTo(world, sent)).toMatchObject({ status: "COMPLETED" });
  });

  it("MOD-02 REP-14 upheld while still held: rejected and refunded; it was the last word", async () => {
    const sent = await held();
    const { appealId } = await appeal(sent);
    expect(await judge(appealId, "UPHELD")).toMatchObject({ messageStatus: "REJECTED" });
    expect(await world.balance(sent.fan)).toBe("100.00");
    expect(await eventsOf(world, "message.rejected", sent)).toMatchObject([{ rejectedBy: "MODERATOR", refunded: true }]);
    await expect(appeal(sent)).rejects.toMatchObject({ key: "moderation.error.already_appealed" });
  });

  it("MOD-02 after the window of the message: recorded only; the money comes back by its expiry", async () => {
    const sent = await held({ timeoutHours: 1 });
    const { appealId } = await appeal(sent);
    world.runtime.clock.advance(2 * HOUR);
    expect(await judge(appealId, "REVERSED")).toMatchObject({ status: "REVERSED", messageStatus: "PENDING" });
    await world.expireEverywhere();
    expect([await statusOf(world, sent), await world.balance(sent.fan)]).toEqual(["EXPIRED", "100.00"]);
    await expect(world.as(sent.creator)(getMessage, sent)).rejects.toMatchObject({ key: "message.error.not_found" });
  });

  it("MOD-02 a first decision on a held message answers the open appeal; the rejection can be appealed about anew", async () => {
    const [approved, rejected] = [await held(), await held()];
    const appeals = [await appeal(approved), await appeal(rejected)];
    await decide(approved, "APPROVE");
    await decide(rejected, "REJECT");
    const states = await Promise.all(appeals.map(({ appealId }) => world.documents("moderation_appeals", { _id: appealId })));
    expect(states.map(([row]) => row?.status)).toEqual(["REVERSED", "UPHELD"]);
    expect(await eventsOf(world, "moderation.appeal_decided", approved)).toMatchObject([
      { decision: "REVERSED", messageStatus: "ESCROWED" },
    ]);
    const { appealId } = await appeal(rejected);
    await expect(judge(appealId, "UPHELD", first)).rejects.toMatchObject({ key: "moderation.error.same_moderator" });
    expect(await judge(appealId, "REVERSED")).toMatchObject({ messageStatus: "REJECTED" });
  });

  it("MOD-02 twenty decisions at once, with expiry: one counts, and the money moves once", async () => {
    const sent = await held({ timeoutHours: 1 });
    const { appealId } = await appeal(sent);
    world.runtime.clock.advance(HOUR - 500);
    const calls: Promise<unknown>[] = Array.from({ length: 20 }, (_, index) =>
      judge(appealId, index % 2 === 0 ? "UPHELD" : "REVERSED", uuid()),
    );
    const expiry = world.expireEverywhere();
    expect((await outcomesOf(calls)).accepted).toBe(1);
    await expiry;
    expect(await eventsOf(world, "moderation.appeal_decided", sent)).toHaveLength(1);
    expect(await world.documents("audit_log", { target: appealId })).toHaveLength(1);
  });

  it("MOD-02 lists appeals newest first, by status", async () => {
    world.runtime.clock.advance(3 * 365 * DAY);
    const sent = await held();
    const { appealId } = await appeal(sent);
    const { items } = await moderator(first)(listAppeals, { status: "OPEN" });
    expect(items[0]).toEqual({
      appealId,
      statementId: (await statementOf(sent)).id,
      messageId: sent.messageId,
      senderId: sent.fan,
      reason: "it was a joke",
      status: "OPEN",
      firstModerator: null,
      createdAt: expect.any(String),
      decidedBy: null,
      decidedAt: null,
      decisionReason: null,
    });
    await judge(appealId, "UPHELD");
    expect((await moderator(first)(listAppeals, { status: "OPEN" })).items.map((item) => item.appealId)).not.toContain(appealId);
    expect((await moderator(first)(listAppeals, {})).items[0]).toMatchObject({
      appealId,
      decidedBy: second,
      decisionReason: "looked again",
    });
  });
});
