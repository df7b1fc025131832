import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { getMessage, rejectMessage, replyToMessage } from "#libs/contracts/messaging.ts";
import { refuseIfAny } from "#libs/errors/refuse.ts";
import { HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { replyChecks } from "#services/messaging/domain/reply-checks.ts";
import { messagingWorld, outcomesOf, type World } from "./messaging-fixture.ts";
import { aSentMessage, eventsOf, rejectOf, replyTo, type SentMessage, statusOf } from "./sent-message.ts";

let world: World;
beforeAll(async () => {
  world = await messagingWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  world.runtime.faults.disarm();
  world.runtime.clock.reset();
  expect(await world.checkBooks()).toEqual([]);
});

const aSent = (params = {}) => aSentMessage(world, params);
const reply = (sent: SentMessage, more = {}) => replyTo(world, sent, more);
const reject = (sent: SentMessage) => rejectOf(world, sent);

const invalid = (what: "reply" | "reject") => ({ key: `message.${what}.error.invalid_status`, code: 409 });

describe("POST /messages/{messageId}/reply", () => {
  it("REP-01 MSG-58 completes a paid message and splits its price; the log shows both moves", async () => {
    const sent = await aSent({ price: "10.01" });
    const answer = await reply(sent);
    expect(answer).toEqual({ messageId: sent.messageId, replyId: expect.any(String), status: "COMPLETED" });
    expect(await world.documents("escrows", { messageId: sent.messageId })).toMatchObject([{ status: "RELEASED" }]);
    // 20 % of 1001 is 200.2: half up gives 200.
    expect(await world.documents("wallets", { userId: sent.creator })).toMatchObject([{ kind: "CREATOR", balance: 801n }]);
    const { statusLog, reply: shown, status } = await world.as(sent.fan)(getMessage, { messageId: sent.messageId });
    expect(status).toBe("COMPLETED");
    expect(shown).toMatchObject({ id: answer.replyId, content: "an answer" });
    expect(statusLog.map(({ from, to, actor }) => [from, to, actor])).toEqual([
      [null, "ESCROWED", "FAN"],
      ["ESCROWED", "REPLIED", "CREATOR"],
      ["REPLIED", "COMPLETED", "CREATOR"],
    ]);
  });

  it("REP-02 REP-07 completes a free message without an escrow; the fan is told of it, too", async () => {
    const sent = await aSent({ free: true });
    expect(await reply(sent)).toMatchObject({ status: "COMPLETED" });
    expect(await eventsOf(world, "message.replied", sent)).toMatchObject([{ senderId: sent.fan, price: null }]);
    expect(await world.documents("escrows", { messageId: sent.messageId })).toEqual([]);
  });

  it("REP-03 is for the creator only, whatever has become of the message", async () => {
    const sent = await aSent();
    const { messageId, fan } = sent;
    const refused = async () => {
      for (const userId of [fan, world.aFan()]) {
        const attempt = world.as(userId)(replyToMessage, { messageId, content: "x" });
        await expect(attempt).rejects.toMatchObject({ key: "message.reply.error.not_creator", code: 403 });
        const other = world.as(userId)(rejectMessage, { messageId });
        await expect(other).rejects.toMatchObject({ key: "message.reject.error.not_creator", code: 403 });
      }
    };
    await refused();
    await reply(sent);
    await refused();
    await expect(world.as(fan)(replyToMessage, { messageId: uuid(), content: "x" })).rejects.toMatchObject({
      key: "message.error.not_found",
    });
  });

  it("REP-04 is refused once the message is completed, rejected or expired", async () => {
    const [completed, rejected, expired] = [await aSent(), await aSent(), await aSent({ timeoutHours: 1 })];
    await reply(completed);
    await reject(rejected);
    world.runtime.clock.advance(HOUR + 1);
    await world.runtime.jobs.runNow("messaging.expire-messages");
    for (const sent of [completed, rejected, expired]) {
      await expect(reply(sent)).rejects.toMatchObject(invalid("reply"));
      await expect(reject(sent)).rejects.toMatchObject(invalid("reject"));
    }
  });

  it("REP-05 E18 ten at the same time: exactly one is accepted, the money moves once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const sent = await aSent();
      const { accepted, refusals } = await outcomesOf(Array.from({ length: 10 }, () => reply(sent)));
      expect(accepted).toBe(1);
      expect(new Set(refusals)).toEqual(new Set(["message.reply.error.invalid_status"]));
      expect(await world.documents("wallets", { userId: sent.creator })).toMatchObject([{ balance: 400n }]);
      expect(await world.documents("ledger_transactions", { kind: "RELEASE", "reference.id": sent.messageId })).toHaveLength(1);
    }
  });

  it.each(["messaging.reply.release", "wallet.release.resolved", "messaging.reply.commit"])(
    "REP-06 a failure at %s: still ESCROWED, the reply not shown, 503; a retry works",
    async (point) => {
      const sent = await aSent();
      world.runtime.faults.arm({ point, mode: "error", times: 1 });
      await expect(reply(sent)).rejects.toMatchObject({ key: "message.reply.error.release_failed", code: 503 });
      expect(await world.as(sent.fan)(getMessage, { messageId: sent.messageId })).toMatchObject({ status: "ESCROWED", reply: null });
      expect(await eventsOf(world, "message.replied", sent)).toEqual([]);
      expect(await reply(sent)).toMatchObject({ status: "COMPLETED" });
    },
  );

  it("REP-07 tells that the creator has answered, without the text", async () => {
    const sent = await aSent();
    const { replyId } = await reply(sent, { content: "nobody else reads this" });
    const events = await eventsOf(world, "message.replied", sent);
    expect(events).toMatchObject([{ replyId, senderId: sent.fan, creatorName: expect.stringMatching(/^fan-/), price: "5.00" }]);
    expect(JSON.stringify(await world.documents("outbox"))).not.toContain("nobody else");
  });

  it("REP-08 has the rules of a text, and is sealed at rest", async () => {
    const sent = await aSent();
    await expect(reply(sent, { content: "" })).rejects.toMatchObject({ key: "error.validation_failed" });
    await expect(reply(sent, { content: "x".repeat(2001) })).rejects.toMatchObject({ key: "error.validation_failed" });
    await expect(reply(sent, { content: " \n " })).rejects.toMatchObject({ key: "message.reply.error.empty_content", code: 400 });
    await reply(sent, { content: "sealed words" });
    const [message] = await world.documents("messages", { _id: sent.messageId });
    expect(JSON.stringify(message?.reply)).not.toContain("sealed words");
  });

  it("REP-03 REP-05 a repetition with the same Idempotency-Key gets the first outcome, but nobody else does", async () => {
    const sent = await aSent();
    const first = await reply(sent, { idempotencyKey: "r-1" });
    expect(await reply(sent, { idempotencyKey: "r-1" })).toEqual(first);
    for (const creator of [sent.fan, world.aFan()]) {
      await expect(reply({ ...sent, creator }, { idempotencyKey: "r-1" })).rejects.toMatchObject({ code: 403 });
    }
    await expect(reply(sent, { idempotencyKey: "r-2" })).rejects.toMatchObject(invalid("reply"));
  });

  it.each([
    [-1, null],
    [0, "message.reply.error.invalid_status"],
  ])("REP-12 %i ms from the deadline: %s", async (milliseconds, key) => {
    const expiresAt = new Date("2026-01-03T00:00:00.000Z");
    const message = { receiverId: "creator", status: "ESCROWED", expiresAt } as const;
    const attempt = { callerId: "creator", content: "an answer", now: new Date(expiresAt.getTime() + milliseconds), message };
    const outcome = refuseIfAny(replyChecks, attempt);
    await (key === null ? expect(outcome).resolves.toBeUndefined() : expect(outcome).rejects.toMatchObject({ key }));
  });

  it("REP-12 the deadline counts, not the job: 409 after expiresAt", async () => {
    const sent = await aSent({ timeoutHours: 1 });
    const { expiresAt } = await world.as(sent.fan)(getMessage, { messageId: sent.messageId });
    await world.runtime.jobs.remove("messaging.expire-messages");
    world.runtime.clock.set(new Date(expiresAt));
    await expect(reply(sent)).rejects.toMatchObject(invalid("reply"));
    await expect(reject(sent)).rejects.toMatchObject(invalid("reject"));
    expect(await statusOf(world, sent)).toBe("ESCROWED");
  });
});
