import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import {
  approveAdjustment,
  claimMoney,
  closeMoney,
  listUnclaimed,
  proposeAdjustment,
  rejectSettlement,
  settleUnclaimed,
} from "#libs/contracts/wallet/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { type Api, outcomesOf, type WalletWorld, walletWorld } from "../wallet/wallet-fixture.ts";

let world: WalletWorld;
beforeAll(async () => {
  world = await walletWorld();
});
afterAll(() => world.stop());
afterEach(async () => expect(await auditLedger(world.deps.database)).toEqual([]));

const staff = () => world.as(uuid(), ["FINANCE"]);

/** Unclaimed money of 12.00 with a claim. */
async function claimed() {
  const [userId, claimant] = [uuid(), uuid()];
  await world.deps.transaction((tx) => world.deps.wallets.findOrCreate(userId, "FAN", tx));
  const present = { userId, kind: "FAN", amount: "12.00", reason: "a present" } as const;
  const { adjustmentId } = await staff()(proposeAdjustment, present);
  await staff()(approveAdjustment, { adjustmentId });
  const { code } = await world.as("account")(closeMoney, { userId, requestId: uuid() });
  await world.as(claimant)(claimMoney, { code });
  const [row] = await world.documents("unclaimed", { userId });
  return { unclaimedId: String(row?._id), claimant };
}

const settle = (api: Api, unclaimedId: string) => api(settleUnclaimed, { unclaimedId, decision: "CLAIMANT", reason: "known" });
const reject = (api: Api, unclaimedId: string) => api(rejectSettlement, { unclaimedId, reason: "the wrong one" });
const moved = (unclaimedId: string) => world.documents("ledger_transactions", { kind: "CLAIM", "reference.id": unclaimedId });

describe("a decision about unclaimed money that waits for a second person", () => {
  it("LVR-09 is withdrawn by the first or refused by a colleague, once; the claim stays, and both ask anew", async () => {
    const { unclaimedId } = await claimed();
    const [one, other] = [staff(), staff()];
    for (const by of [one, other]) {
      expect(await settle(one, unclaimedId)).toMatchObject({ approvals: 1 });
      expect(await reject(by, unclaimedId)).toEqual({ unclaimedId });
      await expect(reject(by, unclaimedId)).rejects.toMatchObject({ key: "payment.error.not_proposed" });
      const { items } = await one(listUnclaimed, { id: unclaimedId });
      expect(items).toMatchObject([{ status: "WAITING", approval: null }]);
    }
    expect(await settle(other, unclaimedId)).toMatchObject({ approvals: 1 });
    expect(await moved(unclaimedId)).toEqual([]);
    expect(await settle(one, unclaimedId)).toMatchObject({ approvals: 2, status: "CLAIMED" });
    await expect(reject(other, unclaimedId)).rejects.toMatchObject({ key: "payment.error.not_proposed" });
    const lines = await world.documents("audit_log", { target: unclaimedId, action: "unclaimed.reject_settle" });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({ details: { decision: "CLAIMANT", reason: "the wrong one", amount: "12.00" } });
  });

  it("LVR-09 is neither refused by the claimant nor by staff without finance, and what is not there is 404", async () => {
    const { unclaimedId, claimant } = await claimed();
    await settle(staff(), unclaimedId);
    await expect(reject(world.as(claimant, ["FINANCE"]), unclaimedId)).rejects.toMatchObject({ key: "payment.error.own_money" });
    await expect(reject(world.as(uuid(), ["MODERATOR"]), unclaimedId)).rejects.toThrow();
    await expect(reject(staff(), uuid())).rejects.toMatchObject({ key: "payment.unclaimed.not_found" });
    expect(await settle(staff(), unclaimedId)).toMatchObject({ approvals: 2 });
  });

  it("LVR-09 withdrawn ten times while the second person confirms: either nothing has moved, or it moved once and nothing is withdrawn", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { unclaimedId } = await claimed();
      const [one, other] = [staff(), staff()];
      await settle(one, unclaimedId);
      const [second, withdrawals] = await Promise.all([
        settle(other, unclaimedId),
        outcomesOf(Array.from({ length: 10 }, () => reject(one, unclaimedId))),
      ]);
      if (second.approvals === 2) expect(withdrawals.accepted).toBe(0);
      // The first request of the second person may have been refused as well.
      else expect([1, 2]).toContain(withdrawals.accepted);
      expect(new Set(withdrawals.refusals)).toEqual(new Set(["payment.error.not_proposed"]));
      expect(await moved(unclaimedId)).toHaveLength(second.approvals - 1);
    }
  });
});
