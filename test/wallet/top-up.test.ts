import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { confirmTopUp, createTopUp, getWallet, listWalletTransactions } from "#libs/contracts/wallet.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type Charge, type ChargeOutcome, type PaymentProvider, paymentSlot } from "#libs/providers/payment.ts";
import { auditBooks } from "#services/messaging/wallet/audit-books.ts";
import { outcomesOf, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

/** What is not to be asked of whichever provider is active: who began a charge ends it. */
function use(): never {
  throw new Error("the active provider was asked, not the one of the charge");
}

/** A provider that ends charges as the test says, and counts them by top-up. */
function providerOf(charges: Map<string, number>, outcome: () => ChargeOutcome): PaymentProvider {
  return {
    async start({ topUpId }: Charge) {
      charges.set(topUpId, (charges.get(topUpId) ?? 0) + 1);
      return `charge:${topUpId}`;
    },
    outcome: async () => outcome(),
    pay: async () => "PENDING",
  };
}

describe("top-ups", () => {
  let world: WalletWorld;
  const charges = new Map<string, number>();
  let says: () => ChargeOutcome;

  beforeAll(async () => {
    world = await walletWorld({
      deps: (live) => ({ ...live, payment: { ...paymentSlot(live, { sandbox: providerOf(charges, () => says()) }), use } }),
    });
  });
  afterAll(async () => {
    expect(await auditBooks(world.connection)).toEqual([]);
    await world.stop();
  });

  const succeeded: () => ChargeOutcome = () => "SUCCEEDED";
  const start = (userId: string, amount: string, idempotencyKey: string = uuid()) => {
    says = succeeded;
    return world.as(userId)(createTopUp, { amount, idempotencyKey });
  };
  const confirm = (userId: string, topupId: string) => world.as(userId)(confirmTopUp, { topupId });
  const balanceOf = async (userId: string) => (await world.as(userId)(getWallet, {})).balance;

  it("PAY-03 a top-up is PENDING and credits nothing until it is confirmed", async () => {
    const userId = uuid();
    const topUp = await start(userId, "12.5");
    expect(topUp).toMatchObject({ status: "PENDING", amount: "12.50", currency: "EUR" });
    expect(await balanceOf(userId)).toBe("0.00");
    expect(await confirm(userId, topUp.topupId)).toEqual({ ...topUp, status: "SUCCEEDED" });
    expect(await balanceOf(userId)).toBe("12.50");
  });

  it("PAY-03 five confirmations at once, and more later, credit once and tell once", async () => {
    const userId = uuid();
    const { topupId } = await start(userId, "10.00");
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(userId, topupId)));
    for (const answer of [...answers, await confirm(userId, topupId)]) expect(answer).toMatchObject({ topupId, status: "SUCCEEDED" });
    expect(await balanceOf(userId)).toBe("10.00");
    const { items } = await world.as(userId)(listWalletTransactions, {});
    expect(items).toMatchObject([{ kind: "TOPUP", amount: "10.00", balanceAfter: "10.00", reference: { type: "topup", id: topupId } }]);
    expect(await world.documents("outbox", { event: "wallet.topped_up", "payload.topupId": topupId })).toMatchObject([
      { payload: { topupId, userId, amount: "10.00", currency: "EUR" } },
    ]);
  });

  it("PAY-03 the same key is the same top-up, one after the other and all at once; the provider hears of one charge", async () => {
    const userId = uuid();
    const key = uuid();
    const first = await start(userId, "3.00", key);
    expect(await start(userId, "3", key)).toEqual(first);
    expect(charges.get(first.topupId)).toBe(1);
    const other = uuid();
    const answers = await Promise.all(Array.from({ length: 5 }, () => start(userId, "4.00", other)));
    expect(new Set(answers.map(({ topupId }) => topupId)).size).toBe(1);
    expect(await world.documents("topups", { userId })).toHaveLength(2);
  });

  it("PAY-03 a key belongs to its user and to its amount", async () => {
    const key = uuid();
    const user = uuid();
    const mine = await start(user, "3.00", key);
    expect((await start(uuid(), "3.00", key)).topupId).not.toBe(mine.topupId);
    await expect(start(user, "3.01", key)).rejects.toMatchObject({ key: "idempotency.error.key_reused" });
  });

  it("PAY-03 without Idempotency-Key, or with something that is no amount: refused", async () => {
    const api = world.as(uuid());
    const keyless: { amount: string; idempotencyKey: string } = JSON.parse('{"amount":"5.00"}');
    await expect(api(createTopUp, keyless)).rejects.toMatchObject({ errorCode: "VALIDATION_FAILED" });
    for (const amount of ["", "-5", "5.001", "1e3", "5,00", "1234567890123", "NaN"]) {
      await expect(api(createTopUp, { amount, idempotencyKey: uuid() })).rejects.toMatchObject({ errorCode: "VALIDATION_FAILED" });
    }
  });

  it("PAY-03 amounts within the configured bounds, both included; what was begun before is still answered", async () => {
    const [user, key] = [uuid(), uuid()];
    const begun = await start(user, "1.50", key);
    world.configure({ "payment.topup_min": 2, "payment.topup_max": 50 });
    try {
      for (const amount of ["1.99", "50.01", "0", "999999999999.99"]) {
        await expect(start(uuid(), amount)).rejects.toMatchObject({
          key: "payment.topup.amount_out_of_range",
          vars: { minimum: "2.00", maximum: "50.00" },
        });
      }
      for (const amount of ["2.00", "50.00"]) expect(await start(uuid(), amount)).toMatchObject({ amount, status: "PENDING" });
      expect(await start(user, "1.50", key)).toEqual(begun);
    } finally {
      world.configure({ "payment.topup_min": 1, "payment.topup_max": 10_000 });
    }
  });

  it("PAY-03 only the owner confirms: for others the top-up does not exist", async () => {
    const owner = uuid();
    const { topupId } = await start(owner, "5.00");
    for (const [userId, id] of [
      [uuid(), topupId],
      [owner, uuid()],
      [owner, "no-uuid"],
    ] as const) {
      await expect(confirm(userId, id)).rejects.toMatchObject({ key: "payment.topup.not_found" });
    }
    expect(await balanceOf(owner)).toBe("0.00");
  });

  it("PAY-03 no provider: 503 for new top-ups and open ones; settled ones still answer", async () => {
    const userId = uuid();
    const settled = await start(userId, "5.00");
    await confirm(userId, settled.topupId);
    const open = await start(userId, "6.00");
    world.configure({ "provider.payment": "off" });
    const unavailable = { key: "payment.topup.provider_unavailable", errorCode: "SERVICE_UNAVAILABLE" };
    try {
      await expect(start(userId, "7.00")).rejects.toMatchObject(unavailable);
      await expect(confirm(userId, open.topupId)).rejects.toMatchObject(unavailable);
      expect(await confirm(userId, settled.topupId)).toMatchObject({ status: "SUCCEEDED" });
    } finally {
      world.configure({ "provider.payment": "sandbox" });
    }
    await confirm(userId, open.topupId);
    expect(await balanceOf(userId)).toBe("11.00");
  });

  it("PAY-03 the provider decides: PENDING stays open, FAILED is final and credits nothing, an error changes nothing", async () => {
    const userId = uuid();
    const { topupId } = await start(userId, "5.00");
    says = () => "PENDING";
    expect(await confirm(userId, topupId)).toMatchObject({ status: "PENDING" });
    says = () => {
      throw new Error("connection reset");
    };
    await expect(confirm(userId, topupId)).rejects.toMatchObject({ key: "payment.topup.provider_unavailable" });
    says = () => "FAILED";
    expect(await confirm(userId, topupId)).toMatchObject({ status: "FAILED" });
    says = succeeded;
    expect(await confirm(userId, topupId)).toMatchObject({ status: "FAILED" });
    expect(await balanceOf(userId)).toBe("0.00");
  });

  it("PAY-03 a failure between credit and ledger undoes the credit; the next confirmation makes it", async () => {
    const userId = uuid();
    const { topupId } = await start(userId, "5.00");
    world.runtime.faults.arm({ point: "wallet.confirm.credited", mode: "error", times: 1 });
    await expect(confirm(userId, topupId)).rejects.toThrow("fault injected");
    expect(await balanceOf(userId)).toBe("0.00");
    const outcome = await outcomesOf([confirm(userId, topupId)]);
    expect(outcome.accepted).toBe(1);
    expect(await balanceOf(userId)).toBe("5.00");
  });

  it("PAY-03 a start that the provider did not hear of is healed by the repetition", async () => {
    const userId = uuid();
    const key = uuid();
    const failing: PaymentProvider = {
      start: () => Promise.reject(new Error("connection reset")),
      outcome: async () => "PENDING",
      pay: async () => "PENDING",
    };
    const down = await walletWorld({
      deps: (live) => ({ ...live, topUps: world.deps.topUps, payment: paymentSlot(live, { sandbox: failing }) }),
    });
    try {
      await expect(down.as(userId)(createTopUp, { amount: "5.00", idempotencyKey: key })).rejects.toMatchObject({
        key: "payment.topup.provider_unavailable",
      });
    } finally {
      await down.stop();
    }
    says = succeeded;
    const [unheard] = await world.documents("topups", { userId });
    expect(await confirm(userId, String(unheard?._id))).toMatchObject({ status: "PENDING" });
    expect(await balanceOf(userId)).toBe("0.00");
    const { topupId } = await start(userId, "5.00", key);
    expect(charges.get(topupId)).toBe(1);
    expect(await confirm(userId, topupId)).toMatchObject({ status: "SUCCEEDED" });
  });
});
