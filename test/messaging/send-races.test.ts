import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { replyToMessage } from "#libs/contracts/messaging/index.ts";
import { type MessagingFixture, messagingFixture, outcomesOf, PAID, sendFrom } from "./messaging-fixture.ts";

let fixture: MessagingFixture;
beforeAll(async () => {
  // Two replicas: a rule that only one process enforces would fail.
  fixture = await messagingFixture({}, {}, 2);
});
afterAll(() => fixture.stop());
afterEach(async () => expect(await fixture.findViolations()).toEqual([]));

const ROUNDS = 5;

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

const newPaidCreator = () => fixture.newCreator({ dmType: "SINGLE_PAY" });

describe("concurrent POST /messages", () => {
  it("MSG-31 accepts exactly five of ten free messages with a limit of five", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const fan = fixture.newFan();
      const { accepted, refusals } = await outcomesOf(times(10, () => sendFrom(fixture, fan, fixture.newCreator())));
      expect(accepted).toBe(5);
      expect(refusals).toEqual(times(5, () => "message.send.error.free_dm_daily_limit"));
      expect(await fixture.documents("messages", { senderId: fan })).toHaveLength(5);
    }
  });

  it("MSG-35 E15 accepts exactly one of twenty paid messages to one creator, and debits the balance once", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [fan, creator] = [fixture.newFan(), newPaidCreator()];
      await fixture.fund(fan, "1000.00");
      const { accepted, refusals } = await outcomesOf(times(20, () => sendFrom(fixture, fan, creator, PAID)));
      expect(refusals).toEqual(times(19, () => "message.send.error.pending_paid_exists"));
      expect(accepted).toBe(1);
      expect(await fixture.balance(fan)).toBe("995.00");
    }
  });

  it("MSG-38 accepts exactly one of two paid messages when the balance covers one, and never goes below zero", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const fan = fixture.newFan();
      await fixture.fund(fan, "5.00");
      const { accepted, refusals } = await outcomesOf(times(2, () => sendFrom(fixture, fan, newPaidCreator(), PAID)));
      expect(accepted).toBe(1);
      expect(refusals).toEqual(["payment.escrow.insufficient_balance"]);
      expect(await fixture.balance(fan)).toBe("0.00");
    }
  });

  it("E14 accepts exactly ten of fifty paid messages when the balance covers ten", async () => {
    for (let round = 0; round < 2; round += 1) {
      const fan = fixture.newFan();
      await fixture.fund(fan, "50.00");
      const { accepted, refusals } = await outcomesOf(times(50, () => sendFrom(fixture, fan, newPaidCreator(), PAID)));
      expect(refusals).toEqual(times(40, () => "payment.escrow.insufficient_balance"));
      expect(accepted).toBe(10);
      expect(await fixture.balance(fan)).toBe("0.00");
    }
  });

  it.each(["FREE", "SINGLE_PAY"] as const)(
    "E16 accepts exactly one of twenty identical %s messages and refuses the others as duplicates",
    async (dmType) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const [fan, creator] = [fixture.newFan(), fixture.newCreator({ dmType })];
        await fixture.fund(fan, "1000.00");
        const params = { content: "the very same", ...(dmType === "FREE" ? {} : PAID) };
        const { accepted, refusals } = await outcomesOf(times(20, () => sendFrom(fixture, fan, creator, params)));
        expect(refusals).toEqual(times(19, () => "message.send.error.duplicate"));
        expect(accepted).toBe(1);
      }
    },
  );

  it("MSG-42 creates one session for first messages in both directions", async () => {
    fixture.setConfig({ "dm.free_per_creator_daily": 10 });
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, other] = [fixture.newCreator(), fixture.newCreator()];
      const sends = times(8, (index) => (index % 2 === 0 ? sendFrom(fixture, one, other) : sendFrom(fixture, other, one)));
      expect(await outcomesOf(sends)).toEqual({ accepted: 8, refusals: [] });
      expect(await fixture.documents("chat_sessions", { visibleTo: one })).toHaveLength(1);
    }
  });

  it.each(["FREE", "SINGLE_PAY"] as const)("E19 MSG-64 stores one %s message for requests with one Idempotency-Key", async (dmType) => {
    fixture.setConfig({ "dm.free_per_creator_daily": 10 });
    for (let round = 0; round < ROUNDS; round += 1) {
      const [fan, creator] = [fixture.newFan(), fixture.newCreator({ dmType })];
      await fixture.fund(fan, "100.00");
      const params = { content: "keyed", idempotencyKey: "k", ...(dmType === "FREE" ? {} : PAID) };
      const answers = await Promise.all(times(4, () => sendFrom(fixture, fan, creator, params)));
      expect(new Set(answers.map(({ messageId }) => messageId)).size).toBe(1);
      expect(await fixture.documents("messages", { senderId: fan })).toHaveLength(1);
      expect(await fixture.balance(fan)).toBe(dmType === "FREE" ? "100.00" : "95.00");
    }
  });
});

describe("POST /messages › what the claim of the text and the transaction refuse", () => {
  it("MSG-39 refuses by the first rule of the specification: text, price, open message, wallet, balance", async () => {
    const [fan, creator] = [fixture.newFan(), newPaidCreator()];
    await fixture.fund(fan, "5.00");
    const key = (name: string) => ({ key: `message.send.error.${name}` });
    const send = (request: object) => sendFrom(fixture, fan, creator, { ...PAID, ...request });
    const { messageId } = await send({ content: "first" });
    await fixture.freeze(fan, true);
    await expect(send({ content: "first", price: "0.01" })).rejects.toMatchObject(key("duplicate"));
    await expect(send({ content: "second", price: "0.01" })).rejects.toMatchObject(key("price_below_minimum"));
    await expect(send({ content: "third" })).rejects.toMatchObject(key("pending_paid_exists"));
    await fixture.as(creator)(replyToMessage, { messageId, content: "yes" });
    await expect(send({ content: "fourth" })).rejects.toMatchObject({ key: "payment.escrow.wallet_unavailable" });
    await fixture.freeze(fan, false);
    await expect(send({ content: "fifth" })).rejects.toMatchObject({ key: "payment.escrow.insufficient_balance" });
    expect(await fixture.documents("messages", { senderId: fan })).toHaveLength(1);
  });
});
