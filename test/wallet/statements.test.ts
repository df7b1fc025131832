import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  approveAdjustment,
  approvePayout,
  failPayout,
  getStatement,
  proposeAdjustment,
  requestPayout,
} from "#libs/contracts/wallet/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { type Api, type EarningCreator, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
beforeAll(async () => {
  world = await walletWorld();
});
afterAll(() => world.stop());

const at = (instant: string) => world.runtime.clock.set(new Date(instant));
const statement = ({ userId }: Pick<EarningCreator, "userId">, month: string) => world.as(userId)(getStatement, { month });
const [proposer, approver] = [uuid(), uuid()];
const finance =
  (userId: string): Api =>
  (contract, params) =>
    world.as(userId, ["FINANCE"])(contract, params);

async function answered(creator: EarningCreator, price: string) {
  const messageId = await world.hold(await world.newFan("100.00"), price, { creatorUserId: creator.userId, commissionRate: 0.2 });
  await world.transaction((tx) => world.desk.release(tx, messageId));
}

/** The balance of the earnings as the whole ledger has it before an instant. */
async function balanceBefore({ userId }: EarningCreator, instant: string): Promise<bigint> {
  const rows = await world.documents("ledger_transactions", {
    "movement.account": `user:${userId}:earnings`,
    createdAt: { $lt: new Date(instant) },
  });
  return rows.reduce((sum, row) => sum + BigInt(String((row.movement as { amount: bigint }).amount)), 0n);
}

describe("EAS-10 the statement of a month", () => {
  it("EAS-10 equals the ledger, and each month begins with what the last one ended with, also while a payout is under way", async () => {
    at("2027-01-31T23:00:00Z");
    const creator = await world.newCreator("0");
    await answered(creator, "12.00");
    await answered(creator, "99.99");
    at("2027-02-01T00:00:00Z");
    await answered(creator, "0.03");
    await answered(creator, "50.00");
    const correction = { userId: creator.userId, kind: "CREATOR", amount: "-5.00", reason: "x" } as const;
    const { adjustmentId } = await finance(proposer)(proposeAdjustment, correction);
    await finance(approver)(approveAdjustment, { adjustmentId });
    const request = (amount: string) =>
      world.as(creator.userId)(requestPayout, { amount, methodId: creator.methodId, idempotencyKey: uuid() });
    const [paid, returned] = [await request("40.00"), await request("30.00")];
    at("2027-03-02T10:00:00Z");
    await finance(proposer)(approvePayout, { payoutId: paid.payoutId });
    await finance(proposer)(failPayout, { payoutId: returned.payoutId, reason: "x" });
    at("2027-04-01T10:00:00Z");

    const [january, february, march, april] = await Promise.all(
      ["2027-01", "2027-02", "2027-03", "2027-04"].map((month) => statement(creator, month)),
    );
    const none = { gross: "0.00", commission: "0.00", adjusted: "0.00", paidOut: "0.00" };
    expect(january).toMatchObject({
      ...none,
      number: `M-2027-01-${creator.creatorId.slice(-8)}`,
      opening: "0.00",
      gross: "111.99",
      commission: "22.40",
      closing: "89.59",
    });
    expect(february).toMatchObject({
      ...none,
      opening: "89.59",
      gross: "50.03",
      commission: "10.01",
      adjusted: "-5.00",
      closing: "124.61",
    });
    expect(march).toMatchObject({ ...none, opening: "124.61", paidOut: "40.00", closing: "84.61" });
    expect(april).toMatchObject({ ...none, number: null, opening: "84.61", closing: "84.61" });
    expect(formatMoney(await balanceBefore(creator, "2027-02-01"))).toBe(january?.closing);
    // Both payouts have left the balance in February, and are under way when it ends.
    expect(formatMoney((await balanceBefore(creator, "2027-03-01")) + 7_000n)).toBe(february?.closing);
    expect(formatMoney(await balanceBefore(creator, "2027-04-01"))).toBe(march?.closing);
    expect(await auditLedger(world.deps.database)).toEqual([]);
  });

  it("EAS-10 is empty before the first earning, and refused to a fan and for what is no month", async () => {
    const creator = await world.newCreator("0");
    expect(await statement(creator, "2026-02")).toMatchObject({ opening: "0.00", gross: "0.00", closing: "0.00" });
    await expect(statement({ userId: uuid() }, "2026-02")).rejects.toMatchObject({ key: "payout.error.not_creator" });
    for (const month of ["2026-13", "2026-00", "2026-1", "26-01", "1969-12", "2026-02-01", ""])
      await expect(statement(creator, month)).rejects.toMatchObject({ key: "error.validation_failed" });
  });
});
