import type { KycStatus } from "#libs/contracts/creator.ts";
import { kycUpdated } from "#libs/contracts/creator-kyc.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { CreatorProfile, IdentityCheck } from "../data/creator-profile.model.ts";
import { decidedAnew } from "../decided-anew.ts";
import type { Deps } from "../deps.ts";
import { mayMove } from "../domain/kyc.ts";

/** A step of an identity check, and who takes it. */
export interface KycStep {
  readonly to: KycStatus;
  /** User id, or `system`. */
  readonly actor: string;
  /** `creator.<action>` of the audit line. */
  readonly action: string;
  /** What the creator is told when it is not approved. */
  readonly reason?: string | undefined;
  readonly requestId?: string | undefined;
  /** What the step changes of the check beside its status. */
  readonly check?: Partial<Pick<IdentityCheck, "attempt" | "provider" | "reference" | "url" | "askedAt">>;
}

/** Statuses whose reason the creator sees. */
const EXPLAINED: readonly KycStatus[] = ["REJECTED", "RESUBMISSION_REQUIRED"];

/** Takes a step, its audit line and its event in one transaction. False when the check is no longer where it was decided on. Throws kyc.invalid_status. */
export async function moveKyc(deps: Deps, before: CreatorProfile, step: KycStep): Promise<boolean> {
  const { to, actor, action, reason, requestId = null } = step;
  const { _id: creatorId, userId, kycStatus: from, kyc } = before;
  if (!mayMove(from, to)) throw new AppError("creator.kyc.invalid_status");
  const now = deps.clock.now();
  const check: IdentityCheck = { ...kyc, ...step.check, reason: EXPLAINED.includes(to) ? (reason ?? null) : null, changedAt: now };
  return deps.transaction(async (tx) => {
    if (!(await deps.kycChecks.move(tx, before, to, check))) return false;
    await deps.audit.add(tx, { actor, action, target: creatorId, details: { from, to, ...(reason && { reason }) }, requestId });
    await deps.outbox.add(tx, kycUpdated, { creatorId, userId, from, to, at: now.toISOString() }, { requestId });
    return true;
  });
}

/** Takes a step from wherever the check is, and decides anew when it has moved meanwhile. */
export function takeKycStep(
  deps: Deps,
  read: () => Promise<CreatorProfile>,
  stepFrom: (profile: CreatorProfile) => KycStep | Promise<KycStep>,
): Promise<void> {
  return decidedAnew(async () => {
    const profile = await read();
    return moveKyc(deps, profile, await stepFrom(profile));
  });
}
