import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { messagingWorld, outcomesOf, PAID, sendFrom, type World } from "./messaging-fixture.ts";

let world: World;
beforeAll(async () => {
  // Two replicas: what is decided inside one process alone would show.
  world = await messagingWorld({}, {}, 2);
});
afterAll(() => world.stop());
afterEach(async () => expect(await world.checkBooks()).toEqual([]));

const ROUNDS = 5;

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

const aPaidCreator = () => world.aCreator({ dmType: "SINGLE_PAY" });

describe("POST /messages at the same time", () => {
  it("MSG-31 ten free messages to ten creators with a limit of five: exactly five are accepted", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const fan = world.aFan();
      const { accepted, refusals } = await outcomesOf(times(10, () => sendFrom(world, fan, world.aCreator())));
      expect(accepted).toBe(5);
      expect(refusals).toEqual(times(5, () => "message.send.error.free_dm_daily_limit"));
      expect(await world.documents("messages", { senderId: fan })).toHaveLength(5);
    }
  });

  it("MSG-35 E15 twenty paid messages to one creator: exactly one is accepted, the balance is debited once", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [fan, creator] = [world.aFan(), aPaidCreator()];
      await world.fund(fan, "1000.00");
      const { accepted, refusals } = await outcomesOf(times(20, () => sendFrom(world, fan, creator, PAID)));
      expect(refusals).toEqual(times(19, () => "message.send.error.pending_paid_exists"));
      expect(accepted).toBe(1);
      expect(await world.balance(fan)).toBe("995.00");
    }
  });

  it("MSG-38 a balance for one, two creators: exactly one is accepted, the balance is never negative", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const fan = world.aFan();
      await world.fund(fan, "5.00");
      const { accepted, refusals } = await outcomesOf(times(2, () => sendFrom(world, fan, aPaidCreator(), PAID)));
      expect(accepted).toBe(1);
      expect(refusals).toEqual(["payment.escrow.insufficient_balance"]);
      expect(await world.balance(fan)).toBe("0.00");
    }
  });

  it("E14 fifty paid messages to fifty creators from a wallet for ten: exactly ten are accepted", async () => {
    for (let round = 0; round < 2; round += 1) {
      const fan = world.aFan();
      await world.fund(fan, "50.00");
      const { accepted, refusals } = await outcomesOf(times(50, () => sendFrom(world, fan, aPaidCreator(), PAID)));
      expect(refusals).toEqual(times(40, () => "payment.escrow.insufficient_balance"));
      expect(accepted).toBe(10);
      expect(await world.balance(fan)).toBe("0.00");
    }
  });

  it.each(["FREE", "SINGLE_PAY"] as const)("E16 twenty identical %s messages: exactly one, nineteen duplicates", async (dmType) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [fan, creator] = [world.aFan(), world.aCreator({ dmType })];
      await world.fund(fan, "1000.00");
      const params = { content: "the very same", ...(dmType === "FREE" ? {} : PAID) };
      const { accepted, refusals } = await outcomesOf(times(20, () => sendFrom(world, fan, creator, params)));
      expect(refusals).toEqual(times(19, () => "message.send.error.duplicate"));
      expect(accepted).toBe(1);
    }
  });

  it("MSG-42 first messages in both directions create one session", async () => {
    world.setConfig({ "dm.free_per_creator_daily": 10 });
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, other] = [world.aCreator(), world.aCreator()];
      const sends = times(8, (index) => (index % 2 === 0 ? sendFrom(world, one, other) : sendFrom(world, other, one)));
      expect(await outcomesOf(sends)).toEqual({ accepted: 8, refusals: [] });
      expect(await world.documents("chat_sessions", { visibleTo: one })).toHaveLength(1);
    }
  });

  it.each(["FREE", "SINGLE_PAY"] as const)("E19 MSG-64 a concurrent pair of %s with one Idempotency-Key: one message", async (dmType) => {
    world.setConfig({ "dm.free_per_creator_daily": 10 });
    for (let round = 0; round < ROUNDS; round += 1) {
      const [fan, creator] = [world.aFan(), world.aCreator({ dmType })];
      await world.fund(fan, "100.00");
      const params = { content: "keyed", idempotencyKey: "k", ...(dmType === "FREE" ? {} : PAID) };
      const answers = await Promise.all(times(4, () => sendFrom(world, fan, creator, params)));
      expect(new Set(answers.map(({ messageId }) => messageId)).size).toBe(1);
      expect(await world.documents("messages", { senderId: fan })).toHaveLength(1);
      expect(await world.balance(fan)).toBe(dmType === "FREE" ? "100.00" : "95.00");
    }
  });
});
