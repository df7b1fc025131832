import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  approveAdjustment,
  closeMoney,
  confirmTopUp,
  createRefund,
  createTopUp,
  getTrialBalance,
  proposeAdjustment,
  refundEscrow,
  requestPayout,
  settleUnclaimed,
  writeOffChargeback,
} from "#libs/contracts/wallet/index.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { refundReference } from "#libs/providers/payment/sandbox/references.ts";
import { processPaymentEvents } from "#services/messaging/wallet/changes/process-payment-events.ts";
import { sweepClosedWallets } from "#services/messaging/wallet/leaving/sweep-closed-wallets.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { finishPayouts } from "#services/messaging/wallet/payouts/finish-payouts.ts";
import { finishTopUps } from "#services/messaging/wallet/top-ups/finish-top-ups.ts";
import { storeUrl } from "../mongo/database-fixture.ts";
import { cents, type MoneyBack, moneyBack } from "../wallet/money-back-fixture.ts";
import { type EarningCreator, type Standing, type WalletWorld, walletWorld } from "../wallet/wallet-fixture.ts";
import { DEEDS, POINTS, type Point, type Subject } from "./money-deeds.ts";
import type { WorkOrder } from "./money-worker.ts";

const root = join(import.meta.dirname, "../..");
/** Points of audits, which move no money, and where they are tested. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "wallet.audit.slice": "test/faults/audit-killed.test.ts",
  "wallet.audit.totals": "test/spec/ledger-guards.test.ts",
};
const FIRST = uuid();

let world: WalletWorld;
let back: MoneyBack;
const standings: Record<string, Standing> = {};
beforeAll(async () => {
  world = await walletWorld();
  // What is to be killed must not be done here before.
  await world.runtime.jobs.stop();
  back = moneyBack(world);
});
afterAll(() => world.stop());

const first = () => world.as(FIRST, ["FINANCE"]);
const subject = (userId: string, { id = "", other = "", key = uuid() } = {}): Subject => ({ userId, key, id, other });

async function aTopUp(): Promise<Subject> {
  const userId = uuid();
  const { topupId } = await world.as(userId)(createTopUp, { amount: "20.00", idempotencyKey: uuid() });
  return subject(userId, { id: topupId });
}
async function aHold(): Promise<Subject> {
  const fan = await world.newFan("10.00");
  return subject(fan, { other: await world.hold(fan, "10.00") });
}
async function aRefund(): Promise<Subject> {
  const fan = await back.newFan("20.00");
  const { refunds } = await world.as(fan.userId)(createRefund, { amount: "8.00", idempotencyKey: uuid() });
  return subject(fan.userId, { id: refunds[0]?.refundId ?? "", other: fan.topUp });
}
async function aCreator(): Promise<EarningCreator> {
  const creator = await world.newCreator("50.00");
  standings[creator.userId] = { creatorId: creator.creatorId, kycStatus: "APPROVED", creatorStatus: "ACTIVE", userStatus: "ACTIVE" };
  return creator;
}
async function aPayout(): Promise<Subject> {
  const { userId, methodId } = await aCreator();
  const { payoutId } = await world.as(userId)(requestPayout, { amount: "30.00", methodId, idempotencyKey: uuid() });
  return subject(userId, { id: payoutId });
}
/** A fan whose money came from no payment. */
async function aPresent(): Promise<string> {
  const userId = await world.newFan("1.00");
  const { adjustmentId } = await first()(proposeAdjustment, { userId, kind: "FAN", amount: "12.00", reason: "a present" });
  await world.as(uuid(), ["FINANCE"])(approveAdjustment, { adjustmentId });
  return userId;
}
/** A fan who has spent 15.00 of the 20.00 that are disputed. */
async function aDebt(): Promise<Subject> {
  const fan = await back.newFan("20.00");
  await back.answer(fan.userId, "15.00", uuid());
  await back.dispute(fan.topUp, "DISPUTED");
  await back.dispute(fan.topUp, "DISPUTE_LOST");
  await back.finishChargebacks();
  const [row] = await world.documents("chargebacks", { userId: fan.userId });
  const chargebackId = String(row?._id);
  await first()(writeOffChargeback, { chargebackId, reason: "lost" });
  return subject(fan.userId, { id: chargebackId });
}

/** Fault point → what must be there before. */
const BEFORE: Readonly<Record<Point, () => Promise<Subject>>> = {
  "wallet.topup.started": async () => subject(uuid()),
  "wallet.confirm.credited": aTopUp,
  async "wallet.callback.stored"() {
    const { userId, id } = await aTopUp();
    return subject(userId, { id, other: await back.decide(id, "SUCCEEDED") });
  },
  async "wallet.topup.returned"() {
    const topUp = await aTopUp();
    await back.decide(topUp.id, "SUCCEEDED", cents("15.00"));
    await world.as(topUp.userId)(confirmTopUp, { topupId: topUp.id });
    return topUp;
  },
  "wallet.hold.debited": async () => subject(await world.newFan("10.00"), { other: uuid() }),
  "wallet.release.resolved": aHold,
  "wallet.refund.resolved": aHold,
  "wallet.refund.reserved": async () => subject((await back.newFan("20.00")).userId),
  "wallet.refund.asked": aRefund,
  async "wallet.refund.returned"() {
    const fan = await back.newFan("20.00");
    await back.decide(fan.topUp, "REFUNDS_WAIT");
    const { refunds } = await world.as(fan.userId)(createRefund, { amount: "8.00", idempotencyKey: uuid() });
    await back.tryRefunds();
    await back.decide(fan.topUp, "REFUNDS_FAIL");
    return subject(fan.userId, { other: refundReference(refunds[0]?.refundId ?? "") });
  },
  async "wallet.chargeback.booked"() {
    const fan = await back.newFan("20.00");
    return subject(fan.userId, { other: await back.decide(fan.topUp, "DISPUTED") });
  },
  async "wallet.chargeback.returned"() {
    const fan = await back.newFan("20.00");
    await back.dispute(fan.topUp, "DISPUTED");
    return subject(fan.userId, { other: await back.decide(fan.topUp, "DISPUTE_WON") });
  },
  "wallet.chargeback.written-off": aDebt,
  async "wallet.reversal.taken"() {
    const fan = await world.newFan("10.00");
    world.configure({ "payment.payout_hold_days": 7 });
    const messageId = await back.answer(fan, "10.00", uuid());
    world.configure({ "payment.payout_hold_days": 0 });
    await first()(refundEscrow, { messageId, amount: "5.00", reason: "no answer" });
    return subject(fan, { other: messageId });
  },
  async "wallet.payout.debited"() {
    const { userId, methodId } = await aCreator();
    return subject(userId, { other: methodId });
  },
  "wallet.payout.paid": aPayout,
  "wallet.payout.returned": aPayout,
  "wallet.closing.paid": async () => subject((await aCreator()).userId),
  "wallet.closing.unclaimed": async () => subject(await aPresent()),
  async "wallet.unclaimed.settled"() {
    const userId = await aPresent();
    await world.as("account")(closeMoney, { userId, requestId: uuid() });
    const [row] = await world.documents("unclaimed", { userId });
    const unclaimedId = String(row?._id);
    await first()(settleUnclaimed, { unclaimedId, decision: "OUTSIDE", reason: "by hand" });
    return subject(userId, { id: unclaimedId });
  },
};

/** Where the flow has to end: balances, and the states of the rows that it has. */
const AFTER: Readonly<
  Record<Point, { readonly fan?: string; readonly earnings?: string; readonly rows: Readonly<Record<string, string>> }>
> = {
  "wallet.topup.started": { fan: "20.00", rows: { topups: "SUCCEEDED" } },
  "wallet.confirm.credited": { fan: "20.00", rows: { topups: "SUCCEEDED" } },
  "wallet.callback.stored": { fan: "20.00", rows: { topups: "SUCCEEDED" } },
  "wallet.topup.returned": { rows: { topups: "RETURNED" } },
  "wallet.hold.debited": { fan: "5.00", rows: {} },
  "wallet.release.resolved": { fan: "0.00", rows: {} },
  "wallet.refund.resolved": { fan: "10.00", rows: {} },
  "wallet.refund.reserved": { fan: "12.00", rows: { refunds: "SUCCEEDED" } },
  "wallet.refund.asked": { fan: "12.00", rows: { refunds: "SUCCEEDED" } },
  "wallet.refund.returned": { fan: "20.00", rows: { refunds: "FAILED" } },
  "wallet.chargeback.booked": { fan: "0.00", rows: { chargebacks: "OPEN" } },
  "wallet.chargeback.returned": { fan: "20.00", rows: { chargebacks: "WON" } },
  "wallet.chargeback.written-off": { fan: "0.00", rows: { chargebacks: "LOST" } },
  "wallet.reversal.taken": { fan: "5.00", rows: {} },
  "wallet.payout.debited": { earnings: "20.00", rows: { payouts: "REQUESTED" } },
  "wallet.payout.paid": { earnings: "20.00", rows: { payouts: "PAID" } },
  "wallet.payout.returned": { earnings: "50.00", rows: { payouts: "CANCELLED" } },
  "wallet.closing.paid": { fan: "0.00", earnings: "0.00", rows: { payouts: "REQUESTED" } },
  "wallet.closing.unclaimed": { fan: "0.00", rows: { unclaimed: "OPEN" } },
  "wallet.unclaimed.settled": { fan: "0.00", rows: { unclaimed: "PAID" } },
};

/** Kills a process in which each deed stands at its fault point. */
async function killAtEachPoint(subjects: WorkOrder["subjects"]): Promise<void> {
  const { databasePrefix } = world.runtime.env;
  const order: WorkOrder = { mongoUrl: storeUrl(), databasePrefix, subjects, standings };
  const { NODE_OPTIONS: _, ...env } = process.env;
  const worker = join(import.meta.dirname, "money-worker.ts");
  const child = spawn(process.execPath, [worker, JSON.stringify(order)], { env, stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const [said] = await Promise.race([once(child.stdout, "data"), exited]);
  child.kill("SIGKILL");
  expect([String(said).trim(), (await exited)[1]]).toEqual(["all stand", "SIGKILL"]);
}

/** Runs the jobs that finish what a dead process has left. */
async function finishAll(): Promise<void> {
  for (let run = 0; run < 2; run += 1) {
    world.runtime.clock.advance(5 * MINUTE);
    await processPaymentEvents(world.deps);
    await finishTopUps(world.deps);
    await back.tryRefunds();
    await finishPayouts(world.deps);
    await back.finishChargebacks();
    await sweepClosedWallets(world.deps);
  }
}

async function stateOf(point: Point, { userId }: Subject): Promise<(typeof AFTER)[Point]> {
  const { fan, earnings, rows } = AFTER[point];
  const found: Record<string, string> = {};
  for (const name of Object.keys(rows)) {
    found[name] = (await world.documents(name, { userId })).map(({ status }) => String(status)).join();
  }
  return {
    ...(fan !== undefined && { fan: await back.balance(userId) }),
    ...(earnings !== undefined && { earnings: await back.balance(userId, "CREATOR") }),
    rows: found,
  };
}

/** What the provider calls by its id. */
async function movedId(point: Point, subjects: WorkOrder["subjects"]): Promise<string> {
  const { id } = subjects[point];
  return point === "wallet.topup.returned" ? String((await back.topUpRow(id))?.returnId) : id;
}

describe("a process that is killed while money moves", () => {
  it("PMT-25 each fault point of the wallet is killed at here", () => {
    const sources = globSync("services/messaging/wallet/**/*.ts", { cwd: root }).map((file) => readFileSync(join(root, file), "utf8"));
    const declared = sources.flatMap((source) => [...source.matchAll(/hit\("(wallet\.[a-z.-]+)"\)/g)].map(([, point]) => point));
    expect([...POINTS, ...Object.keys(ELSEWHERE)].sort()).toEqual([...new Set(declared)].sort());
    for (const [point, file] of Object.entries(ELSEWHERE)) expect(readFileSync(join(root, file), "utf8")).toContain(point);
  });

  it("PMT-25 killed at each fault point of top-up, escrow, refund, chargeback, payout and closing, the flow ends and the books balance", async () => {
    const prepared: [Point, Subject][] = [];
    for (const point of ["wallet.refund.returned", ...POINTS.filter((each) => each !== "wallet.refund.returned")] as Point[]) {
      prepared.push([point, await BEFORE[point]()]);
    }
    const subjects = Object.fromEntries(prepared) as WorkOrder["subjects"];
    await killAtEachPoint(subjects);
    await finishAll();
    // Who got no answer asks again; what has been done meanwhile is refused.
    for (const point of POINTS) {
      await Promise.resolve(DEEDS[point](world, subjects[point])).catch((error: unknown) => {
        const isRefusal = error instanceof Error && ("key" in error || error.message.includes("no open hold"));
        if (!isRefusal) throw error;
      });
    }
    const { userId } = subjects["wallet.topup.started"];
    const [started] = await world.documents("topups", { userId });
    await world.as(userId)(confirmTopUp, { topupId: String(started?._id) });
    await finishAll();
    const states: Record<string, unknown> = {};
    for (const point of POINTS) states[point] = await stateOf(point, subjects[point]);
    expect(states).toEqual(AFTER);
    expect(await auditLedger(world.deps.database, undefined, world.runtime.clock.now())).toEqual([]);
    expect((await first()(getTrialBalance, {})).total).toBe("0.00");
    // What was asked for twice has happened once.
    const moved = (await world.documents("sandbox_payments")).flatMap(
      ({ movement }) => (movement as { reference: string } | undefined)?.reference ?? [],
    );
    const twice = ["wallet.payout.paid", "wallet.refund.asked", "wallet.topup.returned"] as const;
    for (const point of twice) {
      const id = await movedId(point, subjects);
      expect(moved.filter((reference) => reference.endsWith(id))).toHaveLength(1);
    }
  });
});
