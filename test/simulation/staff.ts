import { approveAdjustment, proposeAdjustment, rejectAdjustment } from "#libs/contracts/wallet/adjustments.ts";
import { refundEscrow } from "#libs/contracts/wallet/chargebacks.ts";
import type { Adjustment } from "#services/messaging/wallet/domain/adjustment.ts";
import type { EarningReversal } from "#services/messaging/wallet/domain/earning-reversal.ts";
import type { Escrow } from "#services/messaging/wallet/domain/escrow.ts";
import { approvalsOf, type Payout } from "#services/messaging/wallet/domain/payout.ts";
import { ANN, APPROVAL_THRESHOLD, BEA, FAN, OTHER_FAN, STAFF } from "./neighbors.ts";
import type { Change, Store } from "./store.ts";
import { type Plot, perhapsTwice, type Request, reply, send, times } from "./workload.ts";

/** Staff gives earned prices back, and corrects wallets, while two members ask for the same and others for something else. */
const givesBack: Plot = (scene) => {
  const { store, world } = scene;
  const { random } = world;
  const give: Request = async ({ call }) => {
    const earned = store.all<Escrow>("escrows").filter(({ status }) => status === "RELEASED");
    if (earned.length === 0) return;
    const part = random.below(3) === 0 ? { amount: "0.25" } : {};
    await call(refundEscrow, random.pick(STAFF), { messageId: random.pick(earned).messageId, reason: "a reason", ...part });
  };
  const propose: Request = ({ call }) =>
    call(proposeAdjustment, random.pick(STAFF), { userId: BEA, kind: "CREATOR", amount: "-30.00", reason: "a reason" });
  const decide: Request = async ({ call }) => {
    const open = store.all<Adjustment>("adjustments").filter(({ status }) => status === "PENDING");
    if (open.length === 0) return;
    const { _id: adjustmentId } = random.pick(open);
    if (random.below(4) === 0) await call(rejectAdjustment, random.pick(STAFF), { adjustmentId, reason: "a reason" });
    else await call(approveAdjustment, random.pick(STAFF), { adjustmentId });
  };
  return [
    [send(FAN, BEA, "a text", "key"), ...perhapsTwice(random, send(OTHER_FAN, ANN, "a text", "other key"))],
    [reply(scene), reply(scene), propose],
    [give, give, random.pick([propose, decide])],
    times(3, () => random.pick([give, give, decide])),
  ];
};

export const staffPlots: readonly Plot[] = [givesBack];

/** What needs two people was asked for by two. Must hold after every commit. */
export function twoPeople(changes: readonly Change[]): string | null {
  for (const { table, before, after } of changes) {
    if (table === "payouts" && after?.status === "PROCESSING" && before?.status !== "PROCESSING") {
      const payout = after as unknown as Payout;
      const isAlone = payout.approval === undefined || payout.approval.by === payout.decidedBy;
      if (approvalsOf(payout, APPROVAL_THRESHOLD) === 2 && isAlone) return `payout ${payout._id} was approved by ${payout.decidedBy} alone`;
    }
    if (table === "escrows" && after?.reversed !== before?.reversed) {
      const actor = changes.find((change) => change.table === "audit_log" && change.after?.action === "escrow.refund")?.after?.actor;
      const first = (before as unknown as Escrow | null)?.approval?.by;
      if (actor !== undefined && (first === undefined || first === actor))
        return `the price of ${after?._id} was given back by ${actor} alone`;
    }
    if (table === "adjustments" && after?.status === "APPROVED" && after.decidedBy === after.proposedBy) {
      return `adjustment ${after._id} was approved by ${after.decidedBy} alone`;
    }
  }
  return null;
}

/** What has gone back of a price is what its escrow says, and no more than the price. */
export function givenBack({ messaging }: { readonly messaging: Store }): string | null {
  const reversals = messaging.all<EarningReversal>("earning_reversals");
  for (const { messageId, amount, reversed = 0n } of messaging.all<Escrow>("escrows")) {
    const back = reversals.reduce((sum, own) => (own.messageId === messageId ? sum + own.amount : sum), 0n);
    if (back !== reversed || back > amount) return `of the price of ${messageId}, ${amount}, went back ${back}, its escrow has ${reversed}`;
  }
  return null;
}
