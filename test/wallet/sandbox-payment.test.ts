import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { confirmTopUp, createTopUp, decideSandboxPayment, getTopUp, getWallet } from "#libs/contracts/wallet/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { paymentSlot } from "#libs/providers/payment/payment-slot.ts";
import { sandboxStore } from "#libs/providers/payment/sandbox/sandbox-store.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { type WalletWorld, walletWorld } from "./wallet-fixture.ts";

describe("a test payment", () => {
  let world: WalletWorld;
  beforeAll(async () => {
    world = await walletWorld();
  });
  afterAll(async () => {
    expect(await auditLedger(world.deps.database)).toEqual([]);
    await world.stop();
  });

  const start = (userId: string) => world.as(userId)(createTopUp, { amount: "5.00", idempotencyKey: uuid() });
  const decide = (userId: string, topupId: string, outcome: "SUCCEEDED" | "FAILED" | "CANCELLED") =>
    world.as(userId)(decideSandboxPayment, { reference: `sandbox:${topupId}`, outcome });
  const balanceOf = async (userId: string) => (await world.as(userId)(getWallet, {})).balance;
  const notFound = { key: "payment.topup.not_found" };

  it.each(["FAILED", "CANCELLED"] as const)(
    "PAY-03 PMT-03 a test payment that ends as %s credits nothing when it is confirmed, and is credited when it is paid after all",
    async (outcome) => {
      const userId = uuid();
      const { topupId } = await start(userId);
      expect(await decide(userId, topupId, outcome)).toMatchObject({ topupId, status: outcome, action: null });
      expect(await world.as(userId)(confirmTopUp, { topupId })).toMatchObject({ status: outcome });
      expect(await world.as(userId)(getTopUp, { topupId })).toMatchObject({ status: outcome });
      expect(await balanceOf(userId)).toBe("0.00");
      expect(await decide(userId, topupId, "SUCCEEDED")).toMatchObject({ status: "SUCCEEDED" });
      expect(await decide(userId, topupId, outcome)).toMatchObject({ status: "SUCCEEDED" });
      expect(await balanceOf(userId)).toBe("5.00");
    },
  );

  it("PAY-03 a test payment is credited once, also beside confirmations; looking at it does not pay it", async () => {
    const userId = uuid();
    const { topupId } = await start(userId);
    expect(await world.as(userId)(getTopUp, { topupId })).toMatchObject({ status: "PENDING" });
    await Promise.all([
      decide(userId, topupId, "SUCCEEDED"),
      world.as(userId)(confirmTopUp, { topupId }),
      decide(userId, topupId, "SUCCEEDED"),
    ]);
    expect(await world.as(userId)(getTopUp, { topupId })).toMatchObject({ status: "SUCCEEDED" });
    expect(await balanceOf(userId)).toBe("5.00");
  });

  it("PAY-03 test payments at once wait for each other, in place of transactions that fail and run again", async () => {
    const store = sandboxStore(world.deps.database, world.runtime.clock);
    let runs = 0;
    const report = (number: number) =>
      store.run(async (at) => {
        runs += 1;
        await at.report({ subject: "OTHER", reference: `sandbox:${number}` });
      });
    await Promise.all(Array.from({ length: 20 }, (_, number) => report(number)));
    expect(runs).toBe(20);
  });

  it("PAY-03 a test payment is seen and decided by its payer only; an unknown one is not found", async () => {
    const owner = uuid();
    const { topupId } = await start(owner);
    await expect(decide(uuid(), topupId, "SUCCEEDED")).rejects.toMatchObject(notFound);
    await expect(world.as(uuid())(getTopUp, { topupId })).rejects.toMatchObject(notFound);
    await expect(decide(owner, uuid(), "SUCCEEDED")).rejects.toMatchObject(notFound);
    const call = world.as(owner);
    await expect(call(decideSandboxPayment, { reference: topupId, outcome: "SUCCEEDED" })).rejects.toMatchObject(notFound);
    expect(await balanceOf(owner)).toBe("0.00");
  });

  it("PAY-03 a test payment does not exist in production, nor with another provider", async () => {
    const userId = uuid();
    const { topupId } = await start(userId);
    const production = await walletWorld({
      deps: (live) => ({
        ...live,
        topUps: world.deps.topUps,
        payment: paymentSlot({ ...live, env: { production: true } }, { sandbox: live.sandbox.provider }),
      }),
    });
    try {
      const reference = `sandbox:${topupId}`;
      await expect(production.as(userId)(decideSandboxPayment, { reference, outcome: "SUCCEEDED" })).rejects.toMatchObject(notFound);
    } finally {
      await production.stop();
    }
    world.configure({ "provider.payment": "off" });
    try {
      await expect(decide(userId, topupId, "SUCCEEDED")).rejects.toMatchObject(notFound);
    } finally {
      world.configure({ "provider.payment": "sandbox" });
    }
    expect(await balanceOf(userId)).toBe("0.00");
  });
});
