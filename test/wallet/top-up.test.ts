import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { confirmTopUp, createTopUp, getWallet, listTopUps, listWalletTransactions } from "#libs/contracts/wallet/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { ChargeState, PaymentProvider } from "#libs/providers/payment/payment-provider.ts";
import { paymentSlot } from "#libs/providers/payment/payment-slot.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { stubPayment } from "../support/stub-payment.ts";
import { outcomesOf, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

/** A charge is confirmed by the provider that started it, which need not be the active one. */
function use(): never {
  throw new Error("the active provider was called, not the one of the charge");
}

let startFails = false;

/** A provider with the given state of charges. Counts their starts by top-up. */
function providerOf(charges: Map<string, number>, stateOf: () => ChargeState): PaymentProvider {
  const stub = stubPayment();
  return {
    ...stub,
    start(charge) {
      if (startFails) return Promise.reject(new Error("connection reset"));
      charges.set(charge.topUpId, (charges.get(charge.topUpId) ?? 0) + 1);
      return stub.start(charge);
    },
    charge: async (key) => ({ ...(await stub.charge(key)), state: stateOf() }),
  };
}

describe("a top-up", () => {
  let world: WalletWorld;
  const charges = new Map<string, number>();
  /** The provider's answer. */
  let nextOutcome: () => ChargeState;

  beforeAll(async () => {
    world = await walletWorld({
      deps: (live) => ({ ...live, payment: { ...paymentSlot(live, { sandbox: providerOf(charges, () => nextOutcome()) }), use } }),
    });
  });
  afterAll(async () => {
    expect(await auditLedger(world.deps.database)).toEqual([]);
    await world.stop();
  });

  const succeeded: () => ChargeState = () => "SUCCEEDED";
  const start = (userId: string, amount: string, idempotencyKey: string = uuid()) => {
    nextOutcome = succeeded;
    return world.as(userId)(createTopUp, { amount, idempotencyKey });
  };
  const confirm = (userId: string, topupId: string) => world.as(userId)(confirmTopUp, { topupId });
  const balanceOf = async (userId: string) => (await world.as(userId)(getWallet, {})).balance;

  it("PAY-03 a top-up is PENDING and credits nothing until it is confirmed", async () => {
    const userId = uuid();
    const topUp = await start(userId, "12.5");
    expect(topUp).toMatchObject({ status: "PENDING", amount: "12.50", currency: "EUR" });
    expect(await balanceOf(userId)).toBe("0.00");
    expect(await confirm(userId, topUp.topupId)).toMatchObject({
      topupId: topUp.topupId,
      status: "SUCCEEDED",
      amount: "12.50",
      action: null,
    });
    expect(await balanceOf(userId)).toBe("12.50");
  });

  it("PAY-03 a top-up is listed for its user alone, newest first, also by status", async () => {
    const [userId, other] = [uuid(), uuid()];
    const first = await start(userId, "1.00");
    world.runtime.clock.advance(1_000);
    const second = await start(userId, "2.00");
    await start(other, "3.00");
    await confirm(userId, first.topupId);
    const listed = (params: { status?: "PENDING"; limit?: number; page?: number }) => world.as(userId)(listTopUps, params);
    expect(await listed({})).toMatchObject({ total: 2, items: [second, { topupId: first.topupId, status: "SUCCEEDED" }] });
    expect(await listed({ limit: 1, page: 2 })).toMatchObject({ total: 2, items: [{ topupId: first.topupId }] });
    expect(await listed({ status: "PENDING" })).toMatchObject({ total: 1, items: [second] });
  });

  it("PAY-03 a top-up credits once and publishes once for five concurrent confirmations and a later one", async () => {
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

  it("PAY-03 a top-up is created once for one idempotency key, in sequence and in parallel, with one charge at the provider", async () => {
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

  it("PAY-03 a top-up refuses the idempotency key with another amount, and accepts it for another user", async () => {
    const key = uuid();
    const user = uuid();
    const mine = await start(user, "3.00", key);
    expect((await start(uuid(), "3.00", key)).topupId).not.toBe(mine.topupId);
    await expect(start(user, "3.01", key)).rejects.toMatchObject({ key: "idempotency.error.key_reused" });
  });

  it("PAY-03 a top-up is refused without an idempotency key or with a malformed amount", async () => {
    const api = world.as(uuid());
    const keyless: { amount: string; idempotencyKey: string } = JSON.parse('{"amount":"5.00"}');
    await expect(api(createTopUp, keyless)).rejects.toMatchObject({ errorCode: "VALIDATION_FAILED" });
    for (const amount of ["", "-5", "5.001", "1e3", "5,00", "1234567890123", "NaN"]) {
      await expect(api(createTopUp, { amount, idempotencyKey: uuid() })).rejects.toMatchObject({ errorCode: "VALIDATION_FAILED" });
    }
  });

  it("PAY-03 a top-up is accepted within the configured bounds, both included, and an existing one is returned when the bounds change", async () => {
    const [user, key] = [uuid(), uuid()];
    const existing = await start(user, "1.50", key);
    world.configure({ "payment.topup_min": 2, "payment.topup_max": 50 });
    try {
      for (const amount of ["1.99", "50.01", "0", "999999999999.99"]) {
        await expect(start(uuid(), amount)).rejects.toMatchObject({
          key: "payment.topup.amount_out_of_range",
          vars: { minimum: "2.00", maximum: "50.00" },
        });
      }
      for (const amount of ["2.00", "50.00"]) expect(await start(uuid(), amount)).toMatchObject({ amount, status: "PENDING" });
      expect(await start(user, "1.50", key)).toEqual(existing);
    } finally {
      world.configure({ "payment.topup_min": 1, "payment.topup_max": 10_000 });
    }
  });

  it("PAY-03 a top-up is confirmed by its owner only; others get not found", async () => {
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

  it("PAY-03 a top-up answers 503 without a provider when it is new or open, and its outcome when it is settled", async () => {
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

  it("PAY-03 PMT-08 a top-up follows the provider: PENDING stays open, FAILED credits nothing unless it is paid later, an error changes nothing", async () => {
    const userId = uuid();
    const { topupId } = await start(userId, "5.00");
    nextOutcome = () => "PENDING";
    expect(await confirm(userId, topupId)).toMatchObject({ status: "PENDING" });
    nextOutcome = () => {
      throw new Error("connection reset");
    };
    await expect(confirm(userId, topupId)).rejects.toMatchObject({ key: "payment.topup.provider_unavailable" });
    nextOutcome = () => "FAILED";
    expect(await confirm(userId, topupId)).toMatchObject({ status: "FAILED" });
    expect(await balanceOf(userId)).toBe("0.00");
    nextOutcome = succeeded;
    expect(await confirm(userId, topupId)).toMatchObject({ status: "SUCCEEDED" });
    nextOutcome = () => "FAILED";
    expect(await confirm(userId, topupId)).toMatchObject({ status: "SUCCEEDED" });
    expect(await balanceOf(userId)).toBe("5.00");
  });

  it("PAY-03 a top-up is rolled back when it fails between credit and ledger, and credited by the next confirmation", async () => {
    const userId = uuid();
    const { topupId } = await start(userId, "5.00");
    world.runtime.faults.arm({ point: "wallet.confirm.credited", mode: "error", times: 1 });
    await expect(confirm(userId, topupId)).rejects.toThrow("fault injected");
    expect(await balanceOf(userId)).toBe("0.00");
    const outcome = await outcomesOf([confirm(userId, topupId)]);
    expect(outcome.accepted).toBe(1);
    expect(await balanceOf(userId)).toBe("5.00");
  });

  it("PAY-03 a top-up starts the charge by a repeated request when the first start has failed", async () => {
    const userId = uuid();
    const key = uuid();
    startFails = true;
    await expect(start(userId, "5.00", key)).rejects.toMatchObject({ key: "payment.topup.provider_unavailable" });
    startFails = false;
    nextOutcome = succeeded;
    const [unstarted] = await world.documents("topups", { userId });
    expect(await confirm(userId, String(unstarted?._id))).toMatchObject({ status: "PENDING" });
    expect(await balanceOf(userId)).toBe("0.00");
    const { topupId } = await start(userId, "5.00", key);
    expect(charges.get(topupId)).toBe(1);
    expect(await confirm(userId, topupId)).toMatchObject({ status: "SUCCEEDED" });
  });
});
