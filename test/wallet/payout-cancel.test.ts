import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import {
  approvePayout,
  cancelPayout,
  failPayout,
  getEarnings,
  getPayout,
  requestPayout,
  setWalletFrozen,
} from "#libs/contracts/wallet/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { type Api, type EarningCreator, outcomesOf, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
beforeAll(async () => {
  world = await walletWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  world.runtime.faults.disarm();
  expect(await auditLedger(world.deps.database)).toEqual([]);
});

const finance: Api = (contract, params) => world.as(uuid(), ["FINANCE"])(contract, params);
const request = ({ userId, methodId }: EarningCreator, amount: string) =>
  world.as(userId)(requestPayout, { amount, methodId, idempotencyKey: uuid() });
const cancel = ({ userId }: Pick<EarningCreator, "userId">, payoutId: string) => world.as(userId)(cancelPayout, { payoutId });
const earningsOf = ({ userId, creatorId }: EarningCreator) => world.as(userId)(getEarnings, { creatorId });
const kindsOf = async (payoutId: string) =>
  (await world.documents("ledger_transactions", { "reference.id": payoutId })).map(({ kind }) => kind).sort();
const factsOf = async (payoutId: string) =>
  (await world.documents("outbox", { "payload.payoutId": payoutId })).map(({ event, payload }) => ({ event, ...(payload as object) }));

describe("PYO-02 the cancellation of a payout", () => {
  it("PYO-02 returns the money at once, publishes it, and is refused the second time", async () => {
    const creator = await world.newCreator("50.00");
    const { payoutId } = await request(creator, "30.00");
    expect(await earningsOf(creator)).toMatchObject({ available: "20.00", requested: "30.00" });
    expect(await cancel(creator, payoutId)).toEqual({ payoutId, status: "CANCELLED" });
    expect(await earningsOf(creator)).toMatchObject({ available: "50.00", requested: "0.00", lifetime: "50.00" });
    await expect(cancel(creator, payoutId)).rejects.toMatchObject({ key: "payout.error.invalid_status" });
    expect(await kindsOf(payoutId)).toEqual(["PAYOUT", "PAYOUT_REVERSAL"]);
    const fact = { payoutId, userId: creator.userId, creatorId: creator.creatorId, amount: "30.00", currency: "EUR" };
    expect(await factsOf(payoutId)).toEqual([
      { event: "payout.requested", ...fact },
      { event: "payout.cancelled", ...fact },
    ]);
    const shown = await world.as(creator.userId)(getPayout, { payoutId });
    expect(shown).toMatchObject({ status: "CANCELLED", reason: null, settledAt: expect.any(String) });
  });

  it("PYO-02 is refused once the payout is paid or refused, and does not exist for anybody else", async () => {
    const creator = await world.newCreator("60.00");
    const [paid, refused, open] = [await request(creator, "20.00"), await request(creator, "20.00"), await request(creator, "20.00")];
    await finance(approvePayout, { payoutId: paid.payoutId });
    await finance(failPayout, { payoutId: refused.payoutId, reason: "no" });
    for (const { payoutId } of [paid, refused])
      await expect(cancel(creator, payoutId)).rejects.toMatchObject({ key: "payout.error.invalid_status" });
    const other = await world.newCreator("0");
    for (const payoutId of [open.payoutId, uuid(), "x", ""])
      await expect(cancel(other, payoutId)).rejects.toMatchObject({ key: "payout.error.not_found" });
    await expect(finance(cancelPayout, { payoutId: open.payoutId })).rejects.toMatchObject({ key: "payout.error.not_found" });
    expect(await earningsOf(creator)).toMatchObject({ available: "20.00", requested: "20.00" });
  });

  it("PYO-02 cannot be decided afterwards", async () => {
    const creator = await world.newCreator("20.00");
    const { payoutId } = await request(creator, "20.00");
    await cancel(creator, payoutId);
    await expect(finance(approvePayout, { payoutId })).rejects.toMatchObject({ key: "payout.error.invalid_status" });
    await expect(finance(failPayout, { payoutId, reason: "no" })).rejects.toMatchObject({ key: "payout.error.invalid_status" });
    expect(await earningsOf(creator)).toMatchObject({ available: "20.00" });
  });

  it("PYO-02 returns the money to frozen earnings, too, where it stays", async () => {
    const creator = await world.newCreator("40.00");
    const { payoutId } = await request(creator, "40.00");
    await finance(setWalletFrozen, { userId: creator.userId, kind: "CREATOR", frozen: true, reason: "a check" });
    expect(await cancel(creator, payoutId)).toMatchObject({ status: "CANCELLED" });
    await expect(request(creator, "40.00")).rejects.toMatchObject({ key: "payout.error.wallet_frozen" });
  });

  it("PYO-02 of approvals, refusals and cancellations at once exactly one wins, in each of twenty rounds", async () => {
    const creator = await world.newCreator("400.00");
    const wins = { PAID: 0, FAILED: 0, CANCELLED: 0 };
    for (let round = 0; round < 20; round += 1) {
      const { payoutId } = await request(creator, "20.00");
      const calls = [
        () => cancel(creator, payoutId),
        () => finance(approvePayout, { payoutId }),
        () => cancel(creator, payoutId),
        ...(round % 2 === 0 ? [() => finance(failPayout, { payoutId, reason: "no" })] : []),
      ];
      const shift = round % calls.length;
      const { accepted, refusals } = await outcomesOf([...calls.slice(shift), ...calls.slice(0, shift)].map((call) => call()));
      expect([accepted, new Set(refusals)]).toEqual([1, new Set(["payout.error.invalid_status"])]);
      const { status } = await world.as(creator.userId)(getPayout, { payoutId });
      wins[status as keyof typeof wins] += 1;
      expect(await kindsOf(payoutId)).toEqual(["PAYOUT", status === "PAID" ? "PAYOUT_SETTLEMENT" : "PAYOUT_REVERSAL"]);
    }
    const left = 400 - 20 * wins.PAID;
    expect(await earningsOf(creator)).toMatchObject({ available: `${left}.00`, requested: "0.00" });
    expect(wins.PAID + wins.FAILED + wins.CANCELLED).toBe(20);
  });

  it("PYO-02 changes nothing when it fails half way", async () => {
    const creator = await world.newCreator("20.00");
    const { payoutId } = await request(creator, "20.00");
    world.runtime.faults.arm({ point: "wallet.payout.returned", mode: "error" });
    await expect(cancel(creator, payoutId)).rejects.toThrow();
    world.runtime.faults.disarm();
    expect(await earningsOf(creator)).toMatchObject({ available: "0.00", requested: "20.00" });
    expect(await cancel(creator, payoutId)).toMatchObject({ status: "CANCELLED" });
  });
});
