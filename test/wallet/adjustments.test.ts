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
} from "#libs/contracts/wallet/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { type Api, outcomesOf, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
const [proposer, approver, thirdAdmin] = [uuid(), uuid(), uuid()];

beforeAll(async () => {
  world = await walletWorld();
});
afterAll(() => world.stop());
afterEach(async () => expect(await auditLedger(world.deps.database)).toEqual([]));

const as = (adminId: string): Api => world.as(adminId, ["FINANCE"]);
const propose = (userId: string, amount: string, by = proposer) => as(by)(proposeAdjustment, { userId, amount, reason: "goodwill" });
const approve = (adjustmentId: string, by = approver) => as(by)(approveAdjustment, { adjustmentId });
const balance = async (userId: string) => (await world.as(userId)(getWallet, {})).balance;

describe("wallet adjustments", () => {
  it("PAY-06 books an adjustment only after another administrator has approved it, in ledger, wallet and audit log", async () => {
    const fan = await world.newFan("10.00");
    const { adjustmentId, status } = await propose(fan, "2.50");
    expect([status, await balance(fan)]).toEqual(["PENDING", "10.00"]);
    await expect(approve(adjustmentId, proposer)).rejects.toMatchObject({ key: "adjustment.error.same_admin", code: 403 });
    expect(await balance(fan)).toBe("10.00");
    expect(await approve(adjustmentId)).toEqual({ adjustmentId, status: "APPROVED" });
    expect(await balance(fan)).toBe("12.50");
    const [movement] = (await world.as(fan)(listWalletTransactions, {})).items;
    expect(movement).toMatchObject({ kind: "ADJUSTMENT", amount: "2.50", balanceAfter: "12.50", reference: { type: "adjustment" } });
    const lines = await world.documents("audit_log", { target: adjustmentId });
    expect(lines.map(({ actor, action }) => [actor, action])).toEqual([
      [proposer, "adjustment.propose"],
      [approver, "adjustment.approve"],
    ]);
    const told = await world.documents("outbox", { event: "wallet.adjusted", "payload.userId": fan });
    expect(told).toMatchObject([{ payload: { adjustmentId, kind: "FAN", amount: "2.50", currency: "EUR" } }]);
    const { accounts, total } = await as(proposer)(getTrialBalance, {});
    expect([total, accounts.find(({ account }) => account === "platform:adjustments")?.balance]).toEqual(["0.00", "-2.50"]);
  });

  it("PAY-06 books an adjustment once when twenty approvals race", async () => {
    const fan = await world.newFan("10.00");
    const { adjustmentId } = await propose(fan, "1.00");
    const { accepted, refusals } = await outcomesOf(
      Array.from({ length: 20 }, (_, index) => approve(adjustmentId, index % 2 ? approver : thirdAdmin)),
    );
    expect([accepted, new Set(refusals)]).toEqual([1, new Set(["adjustment.error.invalid_status"])]);
    expect(await balance(fan)).toBe("11.00");
  });

  it("PAY-06 books one of two debits that together exceed the balance, and leaves the other pending", async () => {
    const fan = await world.newFan("10.00");
    const [first, second] = [await propose(fan, "-6.00"), await propose(fan, "-6.00")];
    const { accepted, refusals } = await outcomesOf([approve(first.adjustmentId), approve(second.adjustmentId)]);
    expect([accepted, refusals, await balance(fan)]).toEqual([1, ["adjustment.error.insufficient_balance"], "4.00"]);
    const pending = (await as(proposer)(listAdjustments, { status: "PENDING" })).items.filter(({ userId }) => userId === fan);
    expect(pending).toMatchObject([{ amount: "-6.00", kind: "FAN", proposedBy: proposer, decidedBy: null }]);
    await world.topUp(fan, "2.00");
    expect(await approve(String(pending[0]?.adjustmentId))).toMatchObject({ status: "APPROVED" });
    expect(await balance(fan)).toBe("0.00");
  });

  it("PAY-06 PAY-07 credits a frozen wallet but refuses to debit it", async () => {
    const fan = await world.newFan("10.00");
    const [credit, debit] = [await propose(fan, "1.00"), await propose(fan, "-1.00")];
    await as(proposer)(setWalletFrozen, { userId: fan, frozen: true, reason: "a check" });
    await expect(approve(debit.adjustmentId)).rejects.toMatchObject({ key: "adjustment.error.wallet_frozen" });
    expect(await approve(credit.adjustmentId)).toMatchObject({ status: "APPROVED" });
    expect(await balance(fan)).toBe("11.00");
  });

  it("PAY-06 never books a rejected adjustment, also when its proposer rejects it", async () => {
    const fan = await world.newFan("10.00");
    const { adjustmentId } = await propose(fan, "5.00");
    expect(await as(proposer)(rejectAdjustment, { adjustmentId, reason: "a mistake" })).toEqual({ adjustmentId, status: "REJECTED" });
    await expect(approve(adjustmentId)).rejects.toMatchObject({ key: "adjustment.error.invalid_status" });
    const secondRejection = as(approver)(rejectAdjustment, { adjustmentId, reason: "x" });
    await expect(secondRejection).rejects.toMatchObject({ key: "adjustment.error.invalid_status" });
    expect((await as(proposer)(listAdjustments, { status: "REJECTED" })).items[0]).toMatchObject({ adjustmentId, refusal: "a mistake" });
    expect(await balance(fan)).toBe("10.00");
    expect(await world.documents("audit_log", { target: adjustmentId, action: "adjustment.reject" })).toMatchObject([
      { actor: proposer, details: { reason: "a mistake" } },
    ]);
  });

  it("PAY-06 refuses an adjustment of an unknown wallet or of the administrator's own wallet", async () => {
    await expect(propose(uuid(), "1.00")).rejects.toMatchObject({ key: "payment.wallet.not_found" });
    const fan = await world.newFan("10.00");
    await expect(propose(fan, "1.00", fan)).rejects.toMatchObject({ key: "adjustment.error.own_wallet" });
    const { adjustmentId } = await propose(fan, "1.00");
    await expect(approve(adjustmentId, fan)).rejects.toMatchObject({ key: "adjustment.error.own_wallet" });
    const ownRejection = as(fan)(rejectAdjustment, { adjustmentId, reason: "I would rather keep it" });
    await expect(ownRejection).rejects.toMatchObject({ key: "adjustment.error.own_wallet" });
    const unfreeze = as(fan)(setWalletFrozen, { userId: fan, frozen: false, reason: "it is mine" });
    await expect(unfreeze).rejects.toMatchObject({ key: "error.forbidden" });
    await expect(approve(uuid())).rejects.toMatchObject({ key: "adjustment.error.not_found" });
    await expect(as(proposer)(rejectAdjustment, { adjustmentId: uuid(), reason: "x" })).rejects.toMatchObject({
      key: "adjustment.error.not_found",
    });
  });

  it.each(["0", "0.00", "-0.00", "+1", "1.001", "1e3", "--1", ""])("PAY-06 refuses the amount %j", async (amount) => {
    await expect(propose(uuid(), amount)).rejects.toMatchObject({ key: "error.validation_failed" });
  });
});
