import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import {
  approveAdjustment,
  getTrialBalance,
  getWallet,
  listAdjustments,
  listWalletTransactions,
  proposeAdjustment,
  rejectAdjustment,
  setWalletFrozen,
} from "#libs/contracts/wallet.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { auditBooks } from "#services/messaging/wallet/audit-books.ts";
import { type Api, outcomesOf, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
const [one, other, third] = [uuid(), uuid(), uuid()];

beforeAll(async () => {
  world = await walletWorld();
});
afterAll(() => world.stop());
afterEach(async () => expect(await auditBooks(world.connection)).toEqual([]));

const as = (adminId: string): Api => world.as(adminId, ["FINANCE"]);
const propose = (userId: string, amount: string, by = one) => as(by)(proposeAdjustment, { userId, amount, reason: "goodwill" });
const approve = (adjustmentId: string, by = other) => as(by)(approveAdjustment, { adjustmentId });
const balance = async (userId: string) => (await world.as(userId)(getWallet, {})).balance;

describe("an adjustment", () => {
  it("PAY-06 moves nothing until another administrator approves; then it stands in ledger, wallet and audit", async () => {
    const fan = await world.aFan("10.00");
    const { adjustmentId, status } = await propose(fan, "2.50");
    expect([status, await balance(fan)]).toEqual(["PENDING", "10.00"]);
    await expect(approve(adjustmentId, one)).rejects.toMatchObject({ key: "adjustment.error.same_admin", code: 403 });
    expect(await balance(fan)).toBe("10.00");
    expect(await approve(adjustmentId)).toEqual({ adjustmentId, status: "APPROVED" });
    expect(await balance(fan)).toBe("12.50");
    const [movement] = (await world.as(fan)(listWalletTransactions, {})).items;
    expect(movement).toMatchObject({ kind: "ADJUSTMENT", amount: "2.50", balanceAfter: "12.50", reference: { type: "adjustment" } });
    const lines = await world.documents("audit_log", { target: adjustmentId });
    expect(lines.map(({ actor, action }) => [actor, action])).toEqual([
      [one, "adjustment.propose"],
      [other, "adjustment.approve"],
    ]);
    const { accounts, total } = await as(one)(getTrialBalance, {});
    expect([total, accounts.find(({ account }) => account === "platform:adjustments")?.balance]).toEqual(["0.00", "-2.50"]);
  });

  it("PAY-06 twenty approvals at once book once", async () => {
    const fan = await world.aFan("10.00");
    const { adjustmentId } = await propose(fan, "1.00");
    const { accepted, refusals } = await outcomesOf(
      Array.from({ length: 20 }, (_, index) => approve(adjustmentId, index % 2 ? other : third)),
    );
    expect([accepted, new Set(refusals)]).toEqual([1, new Set(["adjustment.error.invalid_status"])]);
    expect(await balance(fan)).toBe("11.00");
  });

  it("PAY-06 never makes a debt: of two that together are too much, one is booked, the other waits", async () => {
    const fan = await world.aFan("10.00");
    const [first, second] = [await propose(fan, "-6.00"), await propose(fan, "-6.00")];
    const { accepted, refusals } = await outcomesOf([approve(first.adjustmentId), approve(second.adjustmentId)]);
    expect([accepted, refusals, await balance(fan)]).toEqual([1, ["adjustment.error.insufficient_balance"], "4.00"]);
    const waiting = (await as(one)(listAdjustments, { status: "PENDING" })).items.filter(({ userId }) => userId === fan);
    expect(waiting).toMatchObject([{ amount: "-6.00", kind: "FAN", proposedBy: one, decidedBy: null }]);
    await world.topUp(fan, "2.00");
    expect(await approve(String(waiting[0]?.adjustmentId))).toMatchObject({ status: "APPROVED" });
    expect(await balance(fan)).toBe("0.00");
  });

  it("PAY-06 PAY-07 takes nothing from a frozen wallet, but gives", async () => {
    const fan = await world.aFan("10.00");
    const [more, less] = [await propose(fan, "1.00"), await propose(fan, "-1.00")];
    await as(one)(setWalletFrozen, { userId: fan, frozen: true, reason: "a check" });
    await expect(approve(less.adjustmentId)).rejects.toMatchObject({ key: "adjustment.error.wallet_frozen" });
    expect(await approve(more.adjustmentId)).toMatchObject({ status: "APPROVED" });
    expect(await balance(fan)).toBe("11.00");
  });

  it("PAY-06 rejected, also by who proposed it, it is never booked", async () => {
    const fan = await world.aFan("10.00");
    const { adjustmentId } = await propose(fan, "5.00");
    expect(await as(one)(rejectAdjustment, { adjustmentId, reason: "a mistake" })).toEqual({ adjustmentId, status: "REJECTED" });
    await expect(approve(adjustmentId)).rejects.toMatchObject({ key: "adjustment.error.invalid_status" });
    const again = as(other)(rejectAdjustment, { adjustmentId, reason: "x" });
    await expect(again).rejects.toMatchObject({ key: "adjustment.error.invalid_status" });
    expect((await as(one)(listAdjustments, { status: "REJECTED" })).items[0]).toMatchObject({ adjustmentId, refusal: "a mistake" });
    expect(await balance(fan)).toBe("10.00");
    expect(await world.documents("audit_log", { target: adjustmentId, action: "adjustment.reject" })).toMatchObject([
      { actor: one, details: { reason: "a mistake" } },
    ]);
  });

  it("PAY-06 is about a wallet that exists, and never the administrator's own", async () => {
    await expect(propose(uuid(), "1.00")).rejects.toMatchObject({ key: "payment.wallet.not_found" });
    const fan = await world.aFan("10.00");
    await expect(propose(fan, "1.00", fan)).rejects.toMatchObject({ key: "adjustment.error.own_wallet" });
    const { adjustmentId } = await propose(fan, "1.00");
    await expect(approve(adjustmentId, fan)).rejects.toMatchObject({ key: "adjustment.error.own_wallet" });
    const own = as(fan)(rejectAdjustment, { adjustmentId, reason: "I would rather keep it" });
    await expect(own).rejects.toMatchObject({ key: "adjustment.error.own_wallet" });
    const thawed = as(fan)(setWalletFrozen, { userId: fan, frozen: false, reason: "it is mine" });
    await expect(thawed).rejects.toMatchObject({ key: "error.forbidden" });
    await expect(approve(uuid())).rejects.toMatchObject({ key: "adjustment.error.not_found" });
    await expect(as(one)(rejectAdjustment, { adjustmentId: uuid(), reason: "x" })).rejects.toMatchObject({
      key: "adjustment.error.not_found",
    });
  });

  it.each(["0", "0.00", "-0.00", "+1", "1.001", "1e3", "--1", ""])("PAY-06 %j is no amount", async (amount) => {
    await expect(propose(uuid(), amount)).rejects.toMatchObject({ key: "error.validation_failed" });
  });
});
