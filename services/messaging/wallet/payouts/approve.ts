import { AppError } from "#libs/errors/app-error.ts";
import { refuseIfAny } from "#libs/errors/refuse.ts";
import { minorUnitsOf } from "#libs/kernel/money.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import type { Deps } from "../deps.ts";
import {
  approvalChecks,
  approvalMove,
  approvalsOf,
  LEFT_IN_GOOD_STANDING,
  type PayeeStanding,
  type Payout,
  type PayoutStanding,
} from "../domain/payout.ts";
import { coolingOf } from "./cooling.ts";
import { activePayee, standingOf } from "./payee-standing.ts";
import { type RefreshPayeeDeps, refreshPayee } from "./refresh-payee.ts";
import { requireDecidablePayout } from "./require-decidable-payout.ts";

type ApproveDeps = RefreshPayeeDeps & Pick<Deps, "audit" | "logger" | "payees" | "transaction" | "wallets">;

/** Who approves, and how they learn whether a creator may be paid. */
export interface Approver {
  readonly adminId: string;
  readonly requestId: string | null;
  standingOf(userId: string): Promise<PayoutStanding | null>;
  /** The payout is one of several, so an approval that needs two people is refused. */
  readonly isBatch: boolean;
}

/**
 * Records the approval of a person. Resolves to the payout: APPROVED when a second person must approve it, else PROCESSING, and nothing has
 * been sent to its provider yet. Throws payout.error.*.
 */
export async function approve(deps: ApproveDeps, approver: Approver, payoutId: string): Promise<Payout> {
  const { adminId, requestId, isBatch } = approver;
  const payout = await requireDecidablePayout(deps, payoutId, adminId);
  const threshold = minorUnitsOf(deps.config.read("payment.payout_approval_threshold"));
  if (isBatch && (payout.status === "APPROVED" || approvalsOf(payout, threshold) === 2)) throw new AppError("payout.error.second_approval");
  const move = approvalMove(payout, adminId, threshold);
  const { userId } = payout;
  // First: a bank account that has changed there since makes the payout wait.
  const payee = await payeeNow(deps, payout);
  const [standing, wallet, coolingUntil] = await Promise.all([
    payout.leaving ? LEFT_IN_GOOD_STANDING : approver.standingOf(userId),
    deps.wallets.find(userId, "CREATOR"),
    coolingOf(deps, userId),
  ]);
  const now = deps.clock.now();
  await refuseIfAny(approvalChecks, { standing, payee, frozen: wallet?.frozen ?? false, now, coolingUntil });
  const provider = deps.payment.activeName();
  if (provider === null) throw new AppError("payout.error.provider_unavailable");
  const decision =
    move.to === "APPROVED"
      ? { approval: { by: adminId, at: now } }
      : { provider, ...(payee.enabled && { payee: payee.enabled }), decidedBy: adminId, ...(!isBatch && { begunAt: now }) };
  return deps.transaction(async (tx) => {
    // The first approval may have been withdrawn since, and this person may have given another first one.
    const approved = await deps.payouts.move(tx, payoutId, move, decision, payout.approval?.by);
    if (!approved) throw new AppError("payout.error.invalid_status");
    const details = move.to === "APPROVED" ? { approvals: 1 } : { provider };
    await deps.audit.add(tx, { actor: adminId, action: "payout.approve", target: payoutId, details, requestId });
    return approved;
  });
}

/** Where the payout may go, as the provider says now; without its answer, as it said last. A person who has left is in the payout. */
async function payeeNow(deps: ApproveDeps, { userId, leaving, payee: named }: Payout): Promise<PayeeStanding> {
  const provider = deps.payment.activeName();
  if (leaving) return standingOf(provider, named?.provider === provider ? { ...named, status: "ENABLED" } : null);
  const known = await activePayee(deps, userId);
  if (known) await bestEffort(deps.logger, `ask about payee ${known._id}`, () => refreshPayee(deps, known));
  return standingOf(provider, known && (await activePayee(deps, userId)));
}
