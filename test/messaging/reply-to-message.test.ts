import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { getMessage, rejectMessage, replyToMessage } from "#libs/contracts/messaging/index.ts";
import { refuseIfAny } from "#libs/errors/refuse.ts";
import { HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { replyChecks } from "#services/messaging/messages/domain/reply-checks.ts";
import { type MessagingFixture, messagingFixture, outcomesOf } from "./messaging-fixture.ts";
import { eventsOf, rejectSent, replyTo, type SentMessage, sendNewMessage, statusOf } from "./sent-message.ts";

let fixture: MessagingFixture;
beforeAll(async () => {
  fixture = await messagingFixture();
});
afterAll(() => fixture.stop());
afterEach(async () => {
  fixture.runtime.faults.disarm();
  fixture.runtime.clock.reset();
  expect(await fixture.findViolations()).toEqual([]);
});

const reply = (sent: SentMessage, more = {}) => replyTo(fixture, sent, more);
const reject = (sent: SentMessage) => rejectSent(fixture, sent);

const invalid = (what: "reply" | "reject") => ({ key: `message.${what}.error.invalid_status`, code: 409 });

describe("POST /messages/{messageId}/reply", () => {
  it("REP-01 MSG-58 completes a paid message, splits its price and logs both moves", async () => {
    const sent = await sendNewMessage(fixture, { price: "10.01" });
    const answer = await reply(sent);
    expect(answer).toEqual({ messageId: sent.messageId, replyId: expect.any(String), status: "COMPLETED" });
    expect(await fixture.documents("escrows", { messageId: sent.messageId })).toMatchObject([{ status: "RELEASED" }]);
    // 20 % of 1001 is 200.2: half up gives 200.
    expect(await fixture.documents("wallets", { userId: sent.creator })).toMatchObject([{ kind: "CREATOR", balance: 801n }]);
    const { statusLog, reply: shown, status } = await fixture.as(sent.fan)(getMessage, { messageId: sent.messageId });
    expect(status).toBe("COMPLETED");
    expect(shown).toMatchObject({ id: answer.replyId, content: "an answer" });
    expect(statusLog.map(({ from, to, actor }) => [from, to, actor])).toEqual([
      [null, "ESCROWED", "FAN"],
      ["ESCROWED", "REPLIED", "CREATOR"],
      ["REPLIED", "COMPLETED", "CREATOR"],
    ]);
  });

  it("REP-02 REP-07 completes a free message without an escrow, and publishes message.replied", async () => {
    const sent = await sendNewMessage(fixture, { free: true });
    expect(await reply(sent)).toMatchObject({ status: "COMPLETED" });
    expect(await eventsOf(fixture, "message.replied", sent)).toMatchObject([{ senderId: sent.fan, price: null }]);
    expect(await fixture.documents("escrows", { messageId: sent.messageId })).toEqual([]);
  });

  it("REP-03 refuses everybody but the creator with 403, in every status of the message", async () => {
    const sent = await sendNewMessage(fixture);
    const { messageId, fan } = sent;
    const refused = async () => {
      for (const userId of [fan, fixture.newFan()]) {
        const attempt = fixture.as(userId)(replyToMessage, { messageId, content: "x" });
        await expect(attempt).rejects.toMatchObject({ key: "message.reply.error.not_creator", code: 403 });
        const other = fixture.as(userId)(rejectMessage, { messageId });
        await expect(other).rejects.toMatchObject({ key: "message.reject.error.not_creator", code: 403 });
      }
    };
    await refused();
    await reply(sent);
    await refused();
    await expect(fixture.as(fan)(replyToMessage, { messageId: uuid(), content: "x" })).rejects.toMatchObject({
      key: "message.error.not_found",
    });
  });

  it("REP-04 is refused with 409 once the message is completed, rejected or expired", async () => {
    const [completed, rejected, expired] = [
      await sendNewMessage(fixture),
      await sendNewMessage(fixture),
      await sendNewMessage(fixture, { timeoutHours: 1 }),
    ];
    await reply(completed);
    await reject(rejected);
    fixture.runtime.clock.advance(HOUR + 1);
    await fixture.runtime.jobs.runNow("messaging.expire-messages");
    for (const sent of [completed, rejected, expired]) {
      await expect(reply(sent)).rejects.toMatchObject(invalid("reply"));
      await expect(reject(sent)).rejects.toMatchObject(invalid("reject"));
    }
  });

  it("REP-05 E18 accepts exactly one of ten concurrent replies, and releases the money once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const sent = await sendNewMessage(fixture);
      const { accepted, refusals } = await outcomesOf(Array.from({ length: 10 }, () => reply(sent)));
      expect(accepted).toBe(1);
      expect(new Set(refusals)).toEqual(new Set(["message.reply.error.invalid_status"]));
      expect(await fixture.documents("wallets", { userId: sent.creator })).toMatchObject([{ balance: 400n }]);
      expect(await fixture.documents("ledger_transactions", { kind: "RELEASE", "reference.id": sent.messageId })).toHaveLength(1);
    }
  });

  it.each(["messaging.reply.release", "wallet.release.resolved", "messaging.reply.commit"])(
    "REP-06 a failure at %s rolls the reply back with 503; the message stays ESCROWED and a retry succeeds",
    async (point) => {
      const sent = await sendNewMessage(fixture);
      fixture.runtime.faults.arm({ point, mode: "error", times: 1 });
      await expect(reply(sent)).rejects.toMatchObject({ key: "message.reply.error.release_failed", code: 503 });
      expect(await fixture.as(sent.fan)(getMessage, { messageId: sent.messageId })).toMatchObject({ status: "ESCROWED", reply: null });
      expect(await eventsOf(fixture, "message.replied", sent)).toEqual([]);
      expect(await reply(sent)).toMatchObject({ status: "COMPLETED" });
    },
  );

  it("REP-07 publishes message.replied without the text", async () => {
    const sent = await sendNewMessage(fixture);
    const { replyId } = await reply(sent, { content: "nobody else reads this" });
    const events = await eventsOf(fixture, "message.replied", sent);
    expect(events).toMatchObject([{ replyId, senderId: sent.fan, creatorName: expect.stringMatching(/^fan-/), price: "5.00" }]);
    expect(JSON.stringify(await fixture.documents("outbox"))).not.toContain("nobody else");
  });

  it("REP-08 validates the text and stores it sealed", async () => {
    const sent = await sendNewMessage(fixture);
    await expect(reply(sent, { content: "" })).rejects.toMatchObject({ key: "error.validation_failed" });
    await expect(reply(sent, { content: "x".repeat(2001) })).rejects.toMatchObject({ key: "error.validation_failed" });
    await expect(reply(sent, { content: "\u200B \u2060" })).rejects.toMatchObject({ key: "message.reply.error.empty_content", code: 400 });
    await expect(reply(sent, { content: " \n " })).rejects.toMatchObject({ key: "message.reply.error.empty_content", code: 400 });
    await reply(sent, { content: "sealed words" });
    const [message] = await fixture.documents("messages", { _id: sent.messageId });
    expect(JSON.stringify(message?.reply)).not.toContain("sealed words");
  });

  it("REP-03 REP-05 a retry with the same Idempotency-Key gets the first outcome, for the creator only", async () => {
    const sent = await sendNewMessage(fixture);
    const first = await reply(sent, { idempotencyKey: "r-1" });
    expect(await reply(sent, { idempotencyKey: "r-1" })).toEqual(first);
    for (const creator of [sent.fan, fixture.newFan()]) {
      await expect(reply({ ...sent, creator }, { idempotencyKey: "r-1" })).rejects.toMatchObject({ code: 403 });
    }
    await expect(reply(sent, { idempotencyKey: "r-2" })).rejects.toMatchObject(invalid("reply"));
  });

  it.each([
    [-1, null],
    [0, "message.reply.error.invalid_status"],
  ])("REP-12 %i ms from the deadline the error is %s", async (milliseconds, key) => {
    const expiresAt = new Date("2026-01-03T00:00:00.000Z");
    const message = { receiverId: "creator", status: "ESCROWED", expiresAt } as const;
    const attempt = { callerId: "creator", content: "an answer", now: new Date(expiresAt.getTime() + milliseconds), message };
    const outcome = refuseIfAny(replyChecks, attempt);
    await (key === null ? expect(outcome).resolves.toBeUndefined() : expect(outcome).rejects.toMatchObject({ key }));
  });

  it("REP-12 is refused with 409 after expiresAt, even if the expiry job has not run", async () => {
    const sent = await sendNewMessage(fixture, { timeoutHours: 1 });
    const { expiresAt } = await fixture.as(sent.fan)(getMessage, { messageId: sent.messageId });
    await fixture.runtime.jobs.remove("messaging.expire-messages");
    fixture.runtime.clock.set(new Date(expiresAt));
    await expect(reply(sent)).rejects.toMatchObject(invalid("reply"));
    await expect(reject(sent)).rejects.toMatchObject(invalid("reject"));
    expect(await statusOf(fixture, sent)).toBe("ESCROWED");
  });
});
