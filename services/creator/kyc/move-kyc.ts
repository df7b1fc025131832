import type { AuditedAction } from "#libs/contracts/config/audited-actions.ts";
import { type KycReason, type KycStatus, kycUpdated } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { CreatorProfileDoc, IdentityCheck } from "../data/creator-profile.model.ts";
import type { Deps } from "../deps.ts";
import { isKycTransition } from "../domain/kyc.ts";
import { retryOnConflict } from "../profile/retry-on-conflict.ts";
import { settleIdentity } from "./identity-files.ts";

/** A transition of an identity check, and its actor. */
interface KycMove {
  readonly to: KycStatus;
  /** User id, or `system`. */
  readonly actor: string;
  /** `creator.<action>` in the audit entry. */
  readonly action: AuditedAction;
  /** Shown to the creator when the check is rejected or needs a resubmission. */
  readonly reasons?: readonly KycReason[] | undefined;
  readonly reason?: string | undefined;
  readonly requestId?: string | undefined;
  /** Refuses the move by throwing, once no change of form and files can come in between. */
  readonly require?: (tx: Tx) => Promise<void>;
  /** Fields of the check that change with the status. */
  readonly check?: Partial<Pick<IdentityCheck, "attempt" | "provider" | "reference" | "url" | "askedAt">>;
}

/** Statuses whose reasons the creator sees. */
const STATUSES_WITH_REASON: readonly KycStatus[] = ["REJECTED", "RESUBMISSION_REQUIRED"];

/**
 * Moves a check from the status in `before`, with audit entry and event, in one transaction. False when status or attempt have changed
 * since `before` was read. Throws creator.kyc.invalid_status when there is no such transition.
 */
export async function moveKyc(deps: Deps, before: CreatorProfileDoc, move: KycMove): Promise<boolean> {
  const { to, actor, action, reason, requestId = null } = move;
  const { _id: creatorId, userId, kycStatus: from, kyc } = before;
  if (!isKycTransition(from, to)) throw new AppError("creator.kyc.invalid_status");
  const now = deps.clock.now();
  const isExplained = STATUSES_WITH_REASON.includes(to);
  const reasons: readonly KycReason[] = !isExplained ? [] : move.reasons?.length ? [...new Set(move.reasons)] : ["OTHER"];
  const check: IdentityCheck = { ...kyc, ...move.check, reasons, reason: isExplained ? (reason ?? null) : null, changedAt: now };
  const details = { from, to, ...(isExplained && { reasons }), ...(reason && { reason }) };
  return deps.transaction(async (tx) => {
    if (!(await deps.kycChecks.updateStatus(tx, before, to, check))) return false;
    await move.require?.(tx);
    await settleIdentity(deps, tx, before, to);
    await deps.audit.add(tx, { actor, action, target: creatorId, details, requestId });
    const told = isExplained && { reasons: [...reasons], ...(reason && { reason }) };
    await deps.outbox.add(tx, kycUpdated, { creatorId, userId, from, to, at: now.toISOString(), ...told });
    return true;
  });
}

/** Reads the profile and moves its check; repeats both when the check changes in between. */
export function readAndMoveKyc(
  deps: Deps,
  read: () => Promise<CreatorProfileDoc>,
  moveFrom: (profile: CreatorProfileDoc) => KycMove | Promise<KycMove>,
): Promise<void> {
  return retryOnConflict(async () => {
    const profile = await read();
    return moveKyc(deps, profile, await moveFrom(profile));
  });
}
