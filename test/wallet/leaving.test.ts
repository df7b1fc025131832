import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import {
  approveAdjustment,
  claimMoney,
  closeMoney,
  createTopUp,
  decideSandboxPayment,
  getClosing,
  listUnclaimed,
  proposeAdjustment,
  requestPayout,
  settleUnclaimed,
  type UnclaimedFilter,
} from "#libs/contracts/wallet/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { claimCode, claimCodeHash } from "#services/messaging/wallet/domain/unclaimed.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { settleRefund } from "#services/messaging/wallet/refunds/settle-refund.ts";
import { outcomesOf, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
beforeAll(async () => {
  world = await walletWorld();
});
afterAll(() => world.stop());
afterEach(async () => expect(await auditLedger(world.deps.database)).toEqual([]));

const close = (userId: string, requestId = uuid()) => world.as("account")(closeMoney, { userId, requestId });
const sweep = () => world.runtime.jobs.runNow("wallet.sweep-closed-wallets");
const walletOf = async (userId: string, kind = "FAN") => (await world.documents("wallets", { userId, kind }))[0];
const rowsOf = (userId: string) => world.documents("unclaimed", { userId });
const staff = () => world.as(uuid(), ["FINANCE"]);
const claim = (userId: string, code: string) => world.as(userId)(claimMoney, { code });

/** A fan with money that came from no payment: it has no source to go back to. */
async function fanWith(balance: string): Promise<string> {
  const userId = uuid();
  await correct(userId, balance);
  return userId;
}

async function correct(userId: string, amount: string): Promise<void> {
  await world.deps.transaction((tx) => world.deps.wallets.findOrCreate(userId, "FAN", tx));
  const { adjustmentId } = await staff()(proposeAdjustment, { userId, kind: "FAN", amount, reason: "a present" });
  await staff()(approveAdjustment, { adjustmentId });
}

/** A fan who has left, with unclaimed money; the code of the last mail. */
async function leftFan(balance = "12.00") {
  const userId = await fanWith(balance);
  const { code } = await close(userId);
  const [row] = await rowsOf(userId);
  return { userId, code, unclaimedId: String(row?._id) };
}

describe("the money of a fan who leaves", () => {
  it("LVR-03 what has nowhere to go is unclaimed, once, however often it is closed", async () => {
    const [userId, requestId] = [await fanWith("12.00"), uuid()];
    const closed = { done: true, currency: "EUR", toSource: "0.00", paidOut: "0.00", unclaimed: "12.00" };
    for (const _ of [1, 2, 3]) expect(await close(userId, requestId)).toMatchObject(closed);
    await Promise.all([1, 2, 3].map(() => close(userId, requestId)));
    expect(await walletOf(userId)).toMatchObject({ balance: 0n, closedFor: requestId });
    expect(await rowsOf(userId)).toMatchObject([{ amount: 1200n, status: "OPEN", requestId }]);
  });

  it("LVR-03 nothing is unclaimed when nothing was left, and a frozen wallet is closed as well", async () => {
    const [empty, frozen] = [uuid(), await fanWith("3.00")];
    expect(await close(empty)).toMatchObject({ done: true, unclaimed: "0.00" });
    expect(await rowsOf(empty)).toEqual([]);
    await world.freeze(frozen, true);
    expect(await close(frozen)).toMatchObject({ unclaimed: "3.00" });
  });

  it("LVR-03 a code waits for two, then moves the money once; afterwards it is used", async () => {
    const { code, unclaimedId } = await leftFan();
    const [claimant, one, other] = [uuid(), staff(), staff()];
    const settle = (api: typeof one) => api(settleUnclaimed, { unclaimedId, decision: "CLAIMANT", reason: "known" });
    await expect(settle(one)).rejects.toMatchObject({ key: "payment.unclaimed.invalid_status" });
    expect(await claim(claimant, code.toLowerCase().replaceAll("-", " "))).toEqual({ status: "WAITING" });
    expect(await walletOf(claimant)).toBeUndefined();
    await expect(claim(uuid(), code)).rejects.toMatchObject({ key: "payment.claim.not_found" });
    expect(await settle(one)).toEqual({ unclaimedId, status: "WAITING", approvals: 1 });
    await expect(settle(one)).rejects.toMatchObject({ key: "payment.error.same_admin" });
    const { items } = await one(listUnclaimed, { id: unclaimedId });
    expect(items).toMatchObject([{ status: "WAITING", claimantId: claimant, amount: "12.00", approval: { reason: "known" } }]);
    expect(await settle(other)).toEqual({ unclaimedId, status: "CLAIMED", approvals: 2 });
    await expect(settle(staff())).rejects.toMatchObject({ key: "payment.unclaimed.invalid_status" });
    expect(await walletOf(claimant)).toMatchObject({ balance: 1200n });
    await expect(claim(claimant, code)).rejects.toMatchObject({ key: "payment.claim.not_found" });
    expect(await world.documents("audit_log", { target: unclaimedId })).toHaveLength(2);
  });

  it("LVR-03 the list is narrowed by id, user and state together, and by what waits for a second person", async () => {
    const { code, unclaimedId, userId } = await leftFan();
    const one = staff();
    const listed = async (filter: { readonly id?: string; readonly userId?: string; readonly status: UnclaimedFilter }) =>
      (await one(listUnclaimed, filter)).items.map((row) => row.unclaimedId);
    await claim(uuid(), code);
    await one(settleUnclaimed, { unclaimedId, decision: "REFUSE", reason: "because" });
    for (const status of ["WAITING", "PROPOSED"] as const) {
      for (const named of [{ userId }, { id: unclaimedId }, { id: unclaimedId, userId }]) {
        expect(await listed({ ...named, status })).toEqual([unclaimedId]);
      }
      expect(await listed({ userId: uuid(), status })).toEqual([]);
    }
    for (const named of [{ userId }, { id: unclaimedId, userId }]) expect(await listed({ ...named, status: "OPEN" })).toEqual([]);
  });

  it("LVR-03 another decision begins anew, a refused claim frees the code, and money paid by hand leaves the books", async () => {
    const { code, unclaimedId, userId } = await leftFan();
    const [one, other] = [staff(), staff()];
    const settle = (api: typeof one, decision: "CLAIMANT" | "OUTSIDE" | "REFUSE") =>
      api(settleUnclaimed, { unclaimedId, decision, reason: "because" });
    await claim(uuid(), code);
    expect(await settle(one, "CLAIMANT")).toMatchObject({ approvals: 1 });
    expect(await settle(other, "REFUSE")).toMatchObject({ approvals: 1, status: "WAITING" });
    expect(await settle(one, "REFUSE")).toMatchObject({ approvals: 2, status: "OPEN" });
    await expect(settle(other, "REFUSE")).rejects.toMatchObject({ key: "payment.unclaimed.invalid_status" });
    expect(await claim(uuid(), code)).toEqual({ status: "WAITING" });
    expect(await settle(one, "OUTSIDE")).toMatchObject({ approvals: 1 });
    expect(await settle(other, "OUTSIDE")).toMatchObject({ approvals: 2, status: "PAID" });
    expect(await world.documents("ledger_transactions", { kind: "CLAIM_PAID", "reference.id": unclaimedId })).toHaveLength(1);
    expect(await walletOf(userId)).toMatchObject({ balance: 0n });
  });

  it("LVR-03 nobody decides about money that they claim, and no role but finance may", async () => {
    const { code, unclaimedId } = await leftFan();
    const claimant = uuid();
    await claim(claimant, code);
    const settle = (userId: string, roles: string[]) =>
      world.as(userId, roles)(settleUnclaimed, { unclaimedId, decision: "CLAIMANT", reason: "mine" });
    await expect(settle(claimant, ["FINANCE"])).rejects.toMatchObject({ key: "payment.error.own_money" });
    await expect(staff()(settleUnclaimed, { unclaimedId: uuid(), decision: "OUTSIDE", reason: "x" })).rejects.toMatchObject({
      key: "payment.unclaimed.not_found",
    });
  });

  it("LVR-03 of ten second people at once one moves the money, and of ten claims one waits", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { code, unclaimedId } = await leftFan();
      const claims = await outcomesOf(Array.from({ length: 10 }, () => claim(uuid(), code)));
      expect(claims).toEqual({ accepted: 1, refusals: Array.from({ length: 9 }, () => "payment.claim.not_found") });
      const settle = () => staff()(settleUnclaimed, { unclaimedId, decision: "CLAIMANT", reason: "known" });
      await settle();
      expect((await outcomesOf(Array.from({ length: 10 }, settle))).accepted).toBe(1);
      expect(await world.documents("ledger_transactions", { kind: "CLAIM", "reference.id": unclaimedId })).toHaveLength(1);
    }
  });

  it("LVR-03 a code has 160 bits, is not stored, and is read however it is typed", async () => {
    const [key, requestId] = ["a key of at least thirty-two characters", uuid()];
    const code = claimCode(key, requestId);
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(claimCode(key, requestId)).toBe(code);
    expect(new Set([claimCode(key, uuid()), claimCode("another key of thirty-two characters", requestId), code]).size).toBe(3);
    expect(claimCodeHash("0O1I-lL")).toBe(claimCodeHash(" 001111 "));
    const left = await leftFan();
    expect(JSON.stringify((await rowsOf(left.userId)).map(({ amount, ...row }) => row))).not.toContain(left.code);
    for (const wrong of ["", "x", "0", left.code.slice(1), `${left.code}0`, "💥", "a".repeat(100)]) {
      await expect(claim(uuid(), wrong || " ")).rejects.toMatchObject({ key: "payment.claim.not_found" });
    }
  });
});

describe("money that comes after the deletion", () => {
  it("LVR-05 is added to the unclaimed money, and opens another one after the first has ended", async () => {
    const { userId, code, unclaimedId } = await leftFan();
    await world.topUp(userId, "5.00");
    await Promise.all([sweep(), sweep()]);
    expect(await rowsOf(userId)).toMatchObject([{ amount: 1700n, status: "OPEN" }]);
    await sweep();
    for (const api of [staff(), staff()]) await api(settleUnclaimed, { unclaimedId, decision: "OUTSIDE", reason: "by hand" });
    await world.topUp(userId, "2.00");
    await sweep();
    expect((await rowsOf(userId)).map(({ amount, status }) => [amount, status])).toEqual([
      [1700n, "PAID"],
      [200n, "OPEN"],
    ]);
    expect(await claim(uuid(), code)).toEqual({ status: "WAITING" });
    expect(await walletOf(userId)).toMatchObject({ balance: 0n });
  });

  it("LVR-05 LVR-07 a top-up that is paid after its owner has left keeps no card", async () => {
    const paidBy = async (userId: string, leave: () => Promise<unknown>) => {
      const { topupId } = await world.as(userId)(createTopUp, { amount: "5.00", idempotencyKey: uuid() });
      const reference = (await world.deps.topUps.find(topupId))?.providerReference ?? "";
      await leave();
      await world.as(userId)(decideSandboxPayment, { reference, outcome: "SUCCEEDED", instrument: "card:1" });
      return (await world.documents("topups", { _id: topupId }))[0];
    };
    const [staying, leaving] = [uuid(), uuid()];
    expect(await paidBy(staying, async () => undefined)).toMatchObject({ status: "SUCCEEDED", instrumentHash: expect.any(String) });
    const late = await paidBy(leaving, () => close(leaving));
    expect(late).toMatchObject({ status: "SUCCEEDED" });
    expect(late).not.toHaveProperty("instrumentHash");
  });

  it("LVR-05 open top-ups end before: what is paid is closed with the rest, what is not is cancelled", async () => {
    const userId = await fanWith("4.00");
    const { topupId } = await world.as(userId)(createTopUp, { amount: "7.00", idempotencyKey: uuid() });
    const late = await world.deps.topUps.findOfUser(topupId, userId);
    await world.deps.sandbox.confirm(late?.providerReference ?? "");
    const open = await world.as(userId)(createTopUp, { amount: "9.00", idempotencyKey: uuid() });
    expect(await close(userId)).toMatchObject({ done: true, toSource: "7.00", unclaimed: "4.00" });
    expect(await world.documents("topups", { _id: open.topupId })).toMatchObject([{ status: "CANCELLED" }]);
  });
});

describe("the money of a fan that came from payments", () => {
  it("LVR-02 goes back to its source, newest payment first; what is more than they were is unclaimed", async () => {
    const [userId, requestId] = [await world.newFan("10.00"), uuid()];
    await world.topUp(userId, "5.00");
    await correct(userId, "2.00");
    for (const _ of [1, 2]) expect(await close(userId, requestId)).toMatchObject({ toSource: "15.00", unclaimed: "2.00" });
    await world.runtime.jobs.runNow("wallet.finish-refunds");
    const refunds = await world.deps.refunds.listOfRequest(requestId);
    expect(refunds.map(({ amount, status }) => [amount, status])).toEqual([
      [500n, "SUCCEEDED"],
      [1000n, "SUCCEEDED"],
    ]);
    expect(await walletOf(userId)).toMatchObject({ balance: 0n });
  });

  it("LVR-02 goes back from a frozen wallet too; a refund that fails later is unclaimed", async () => {
    const [userId, requestId] = [await world.newFan("10.00"), uuid()];
    await world.freeze(userId, true);
    expect(await close(userId, requestId)).toMatchObject({ toSource: "10.00", unclaimed: "0.00" });
    const [refund] = await world.deps.refunds.listOfRequest(requestId);
    await settleRefund(world.deps, String(refund?._id), { state: "FAILED", reason: "card closed" });
    await sweep();
    expect(await rowsOf(userId)).toMatchObject([{ amount: 1000n, status: "OPEN" }]);
  });
});

describe("GET /wallet/closing", () => {
  it("LVR-01 names each sum", async () => {
    const { userId, methodId } = await world.newCreator("50.00");
    await world.topUp(userId, "20.00");
    await world.hold(userId, "5.00");
    await world.as(userId)(requestPayout, { amount: "30.00", methodId, idempotencyKey: uuid() });
    const sums = { currency: "EUR", balance: "15.00", refundable: "15.00", held: "5.00", earnings: "20.00", payouts: "30.00" };
    expect(await world.as(userId)(getClosing, {})).toMatchObject(sums);
    const nothing = { balance: "0.00", refundable: "0.00", held: "0.00", earnings: "0.00", payouts: "0.00" };
    expect(await world.as(uuid())(getClosing, {})).toEqual({ currency: "EUR", ...nothing });
  });
});
