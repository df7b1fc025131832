import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { MAX_COUNTED } from "#libs/contracts/config/console.ts";
import {
  approveAdjustment,
  approvePayout,
  cancelPayout,
  failPayout,
  getStatement,
  proposeAdjustment,
  refundEscrow,
  requestPayout,
} from "#libs/contracts/wallet/index.ts";
import { utcMonth } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { formatMoney, parseMoney } from "#libs/kernel/money.ts";
import { escrowStore } from "#services/messaging/wallet/data/escrow.store.ts";
import { openEscrow } from "#services/messaging/wallet/domain/escrow.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { statementEntries } from "#services/messaging/wallet/ledger/list-entries.ts";
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
  return messageId;
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

const SUMS = ["gross", "commission", "reversed"] as const;

/** All entries of a month, by pages of two. */
async function entriesOf({ userId }: Pick<EarningCreator, "userId">, month: string) {
  const { list } = statementEntries(world.deps.database, world.runtime.clock);
  const page = (number: number) => list(userId, utcMonth(month), { page: number, limit: 2 }, null);
  const { total } = await page(1);
  const pages = await Promise.all(Array.from({ length: Math.ceil(total / 2) }, (_, index) => page(index + 1)));
  expect(pages.flatMap(({ rows }) => rows)).toHaveLength(total);
  return pages.flatMap(({ rows }) => rows);
}

describe("PYO-10 the entries of a month", () => {
  it("PYO-10 are its answers, reversals, corrections and payouts: they add up to the statement, and lead from its opening to its closing", async () => {
    world.configure({ "payment.payout_hold_days": 7 });
    at("2027-05-20T10:00:00Z");
    const creator = await world.newCreator("0");
    const early = await answered(creator, "10.01");
    at("2027-05-31T23:59:00Z");
    const last = await answered(creator, "0.01");
    at("2027-06-01T00:00:00Z");
    const refused = await world.hold(await world.newFan("7.00"), "7.00", { creatorUserId: creator.userId });
    await world.transaction((tx) => world.desk.refund(tx, refused));
    const june = await answered(creator, "33.33");
    for (const by of [proposer, approver]) await finance(by)(refundEscrow, { messageId: june, amount: "3.34", reason: "x" });
    at("2027-06-20T00:00:00Z");
    const request = (amount: string) =>
      world.as(creator.userId)(requestPayout, { amount, methodId: creator.methodId, idempotencyKey: uuid() });
    world.configure({ "payment.min_payout": 1 });
    const [paid, cancelled] = [await request("20.00"), await request("5.00")];
    await world.as(creator.userId)(cancelPayout, { payoutId: cancelled.payoutId });
    await finance(proposer)(approvePayout, { payoutId: paid.payoutId });
    const { adjustmentId } = await finance(proposer)(proposeAdjustment, {
      ...{ userId: creator.userId, kind: "CREATOR", amount: "-1.50", reason: "x" },
    } as const);
    await finance(approver)(approveAdjustment, { adjustmentId });
    at("2027-08-01T00:00:00Z");

    const [mayEntries, juneEntries] = [await entriesOf(creator, "2027-05"), await entriesOf(creator, "2027-06")];
    expect(mayEntries.map(({ kind, messageId, availableOn }) => [kind, messageId, availableOn])).toEqual([
      ["RELEASE", last, "2027-06-07"],
      ["RELEASE", early, "2027-05-27"],
    ]);
    expect(juneEntries).toMatchObject([
      { kind: "REFUND", messageId: refused, status: "REFUNDED", gross: 700n },
      { kind: "ADJUSTMENT", messageId: null, payoutId: null, net: -150n },
      { kind: "PAYOUT_SETTLEMENT", payoutId: paid.payoutId, net: -2_000n },
      { kind: "EARNING_REVERSAL", messageId: june, net: -267n, reversed: 267n, gross: 0n },
      { kind: "RELEASE", messageId: june, net: 2_666n, gross: 3_333n, commission: 667n, availableOn: "2027-06-08" },
    ]);
    for (const [month, entries] of [["2027-05", mayEntries] as const, ["2027-06", juneEntries] as const, ["2027-07", []] as const]) {
      const sums = await statement(creator, month);
      const booked = entries.filter(({ kind }) => kind !== "REFUND");
      const sum = (field: "net" | (typeof SUMS)[number]) => booked.reduce((all, entry) => all + entry[field], 0n);
      expect(SUMS.map((field) => formatMoney(sum(field)))).toEqual(SUMS.map((field) => sums[field]));
      expect(parseMoney(sums.opening) + sum("net")).toBe(parseMoney(sums.closing));
    }
    expect(await statement(creator, "2027-07")).toMatchObject({ opening: (await statement(creator, "2027-06")).closing });
    expect(await auditLedger(world.deps.database)).toEqual([]);
  });

  it("PYO-10 a month begins with what the last one ended with, when a payout and its movement stand on two sides of midnight", async () => {
    world.configure({ "payment.payout_hold_days": 0 });
    at("2027-09-10T00:00:00Z");
    const creator = await world.newCreator("50.00");
    at("2027-10-01T00:00:00Z");
    const { payoutId } = await world.as(creator.userId)(requestPayout, {
      ...{ amount: "30.00", methodId: creator.methodId, idempotencyKey: uuid() },
    });
    const requestedAt = new Date(world.runtime.clock.now().getTime() - 1);
    await world.connection.collection<{ _id: string }>("payouts").updateOne({ _id: payoutId }, { $set: { requestedAt } });
    at("2027-11-01T00:00:00Z");
    await finance(proposer)(approvePayout, { payoutId });
    const settledAt = new Date(Date.parse("2027-11-01T00:00:00Z") - 1);
    await world.connection.collection<{ _id: string }>("payouts").updateOne({ _id: payoutId }, { $set: { settledAt } });
    at("2027-12-01T00:00:00Z");
    const months = await Promise.all(["2027-09", "2027-10", "2027-11"].map((month) => statement(creator, month)));
    expect(months.map(({ opening, paidOut, closing }) => [opening, paidOut, closing])).toEqual([
      ["0.00", "0.00", "50.00"],
      ["50.00", "0.00", "50.00"],
      ["50.00", "30.00", "20.00"],
    ]);
  });
});

describe("the open messages of a creator", () => {
  it("PYO-10 a list of entries reads the ids of 10,000 open messages at most", async () => {
    const creatorUserId = uuid();
    const now = world.runtime.clock.now();
    const terms = { creatorUserId, fanId: uuid(), amount: 100n, commissionRate: 0.2 };
    const open = Array.from({ length: MAX_COUNTED + 1 }, () => openEscrow(uuid(), { ...terms, messageId: uuid() }, now));
    const rows = world.connection.collection<{ _id: string; creatorId: string }>("escrows");
    await rows.insertMany(open);
    const list = await escrowStore(world.deps.database).openOfCreator(creatorUserId, now);
    expect([list.count, (await list.find(0, 20)).length]).toEqual([MAX_COUNTED, 20]);
    await rows.deleteMany({ creatorId: creatorUserId });
  });
});
