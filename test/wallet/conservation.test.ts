import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { confirmTopUp, createTopUp, getTrialBalance } from "#libs/contracts/wallet/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import { splitPrice } from "#services/messaging/wallet/domain/ledger.ts";
import { auditLedger, type MessageMoney } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { type WalletWorld, walletWorld } from "./wallet-fixture.ts";

const FANS = 3;
const CREATORS = 2;
const RATES = [0.2, 0.18, 0.15, 0.12, 0.1, 0.333333];

type Step =
  | { readonly action: "topUp"; readonly fan: number; readonly amount: number; readonly confirmations: number }
  | { readonly action: "hold"; readonly fan: number; readonly creator: number; readonly amount: number; readonly rate: number }
  | { readonly action: "release" | "refund"; readonly pick: number }
  | { readonly action: "freeze"; readonly fan: number; readonly frozen: boolean };

const fan = fc.nat(FANS - 1);
const stepOf: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      action: fc.constant("topUp" as const),
      fan,
      amount: fc.integer({ min: 100, max: 3_000 }),
      confirmations: fc.nat(3),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      action: fc.constant("hold" as const),
      fan,
      creator: fc.nat(CREATORS - 1),
      amount: fc.integer({ min: 1, max: 1_500 }),
      rate: fc.nat(RATES.length - 1),
    }),
  },
  { weight: 4, arbitrary: fc.record({ action: fc.constantFrom("release" as const, "refund" as const), pick: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant("freeze" as const), fan, frozen: fc.boolean() }) },
);

/** The expected outcome of the steps, computed without the service. */
interface Model {
  readonly balances: bigint[];
  readonly frozen: boolean[];
  readonly earned: bigint[];
  fees: bigint;
  readonly messages: { messageId: string; fan: number; creator: number; amount: bigint; rate: number; status: MessageMoney["status"] }[];
}

describe("conservation of money", () => {
  let world: WalletWorld;
  beforeAll(async () => {
    world = await walletWorld();
  });
  afterAll(() => world.stop());

  const reset = async () => {
    const collections = ["wallets", "ledger_transactions", "escrows", "topups"];
    await Promise.all(collections.map((name) => world.connection.collection(name).deleteMany({})));
  };

  /** Runs a step on the service and on the model; both must accept the same calls. */
  async function runStep(step: Step, model: Model, fans: readonly string[], creators: readonly string[]): Promise<void> {
    const fanId = "fan" in step ? (fans[step.fan] ?? "") : "";
    if (step.action === "topUp") {
      const api = world.as(fanId);
      const { topupId } = await api(createTopUp, { amount: formatMoney(BigInt(step.amount)), idempotencyKey: uuid() });
      await Promise.all(Array.from({ length: step.confirmations }, () => api(confirmTopUp, { topupId })));
      if (step.confirmations > 0) model.balances[step.fan] = (model.balances[step.fan] ?? 0n) + BigInt(step.amount);
      return;
    }
    if (step.action === "freeze") {
      await world.deps.wallets.findOrCreate(fanId, "FAN");
      await world.freeze(fanId, step.frozen);
      model.frozen[step.fan] = step.frozen;
      return;
    }
    if (step.action === "hold") {
      const amount = BigInt(step.amount);
      const rate = RATES[step.rate] ?? 0;
      const creatorUserId = creators[step.creator] ?? "";
      const allowed = !model.frozen[step.fan] && (model.balances[step.fan] ?? 0n) >= amount;
      const messageId = await world.hold(fanId, formatMoney(amount), { creatorUserId, commissionRate: rate }).catch(() => null);
      expect(messageId !== null).toBe(allowed);
      if (messageId === null) return;
      model.balances[step.fan] = (model.balances[step.fan] ?? 0n) - amount;
      model.messages.push({ messageId, fan: step.fan, creator: step.creator, amount, rate, status: "ESCROWED" });
      return;
    }
    const message = model.messages[step.pick % Math.max(1, model.messages.length)];
    if (!message) return;
    const resolve = world.transaction<unknown>((tx) => world.desk[step.action](tx, message.messageId));
    if (message.status !== "ESCROWED") return void (await expect(resolve).rejects.toThrow("no open hold"));
    await resolve;
    if (step.action === "refund") {
      message.status = "EXPIRED";
      model.balances[message.fan] = (model.balances[message.fan] ?? 0n) + message.amount;
      return;
    }
    message.status = "COMPLETED";
    const { net, commission } = splitPrice(message.amount, message.rate);
    model.earned[message.creator] = (model.earned[message.creator] ?? 0n) + net;
    model.fees += commission;
  }

  it("REP-15 M1-M6 holds after any sequence of steps, with the balances of the model", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepOf, { minLength: 5, maxLength: 40 }), async (steps) => {
        await reset();
        const fans = Array.from({ length: FANS }, () => uuid());
        const creators = Array.from({ length: CREATORS }, () => uuid());
        const model: Model = { balances: [], frozen: [], earned: [], fees: 0n, messages: [] };
        for (const step of steps) await runStep(step, model, fans, creators);
        const messages = model.messages.map(({ messageId, amount, rate, status }) => ({
          messageId,
          status,
          priceSnapshot: amount,
          commissionRate: rate,
        }));
        expect(await auditLedger(world.deps.database, messages)).toEqual([]);
        const { accounts, total } = await world.as("finance", ["FINANCE"])(getTrialBalance, {});
        expect(total).toBe("0.00");
        const balanceOf = (account: string) => accounts.find((row) => row.account === account)?.balance ?? "0.00";
        for (const [index, id] of fans.entries()) expect(balanceOf(`user:${id}:wallet`)).toBe(formatMoney(model.balances[index] ?? 0n));
        for (const [index, id] of creators.entries()) expect(balanceOf(`user:${id}:earnings`)).toBe(formatMoney(model.earned[index] ?? 0n));
        expect(balanceOf("platform:fees")).toBe(formatMoney(model.fees));
        const open = model.messages.filter(({ status }) => status === "ESCROWED").reduce((sum, { amount }) => sum + amount, 0n);
        expect(balanceOf("escrow")).toBe(formatMoney(open));
      }),
      { numRuns: 25, seed: 15 },
    );
  });

  it("REP-15 holds after steps that run concurrently", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepOf, { minLength: 20, maxLength: 40 }), async (steps) => {
        await reset();
        const fans = await Promise.all(Array.from({ length: FANS }, () => world.newFan("30.00")));
        const creators = Array.from({ length: CREATORS }, () => uuid());
        const held: string[] = [];
        const run = async (step: Step): Promise<void> => {
          if (step.action === "topUp") return world.topUp(fans[step.fan] ?? "", formatMoney(BigInt(step.amount)));
          if (step.action === "freeze") return void (await world.freeze(fans[step.fan] ?? "", step.frozen));
          if (step.action !== "hold")
            return void (await world.transaction<unknown>((tx) => world.desk[step.action](tx, held[step.pick % held.length] ?? "")));
          const options = { creatorUserId: creators[step.creator] ?? "", commissionRate: RATES[step.rate] ?? 0 };
          held.push(await world.hold(fans[step.fan] ?? "", formatMoney(BigInt(step.amount)), options));
        };
        for (let from = 0; from < steps.length; from += 8) await Promise.allSettled(steps.slice(from, from + 8).map(run));
        expect(await auditLedger(world.deps.database)).toEqual([]);
        expect((await world.as("finance", ["FINANCE"])(getTrialBalance, {})).total).toBe("0.00");
      }),
      { numRuns: 15, seed: 151 },
    );
  });
});
