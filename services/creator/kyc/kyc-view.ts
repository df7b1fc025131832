import { DAY } from "#libs/kernel/clock.ts";
import type { CreatorProfile } from "../data/creator-profile.model.ts";

/** An identity check as its owner sees it. */
export function kycView({ _id, kycStatus, kyc }: Pick<CreatorProfile, "_id" | "kycStatus" | "kyc">, validDays: number) {
  const { attempt, url, reason, changedAt } = kyc;
  const isOpen = kycStatus === "IN_PROGRESS" || kycStatus === "IN_REVIEW";
  const end = kycStatus === "APPROVED" && changedAt ? new Date(changedAt.getTime() + validDays * DAY) : null;
  return {
    kycStatus,
    session: isOpen ? { id: checkIdOf(_id, attempt), url } : null,
    reason,
    changedAt: changedAt?.toISOString() ?? null,
    validUntil: end?.toISOString() ?? null,
  };
}

/** Name of a check: the same for everybody who begins it at the same time. */
export function checkIdOf(creatorId: string, attempt: number): string {
  return `${creatorId}-${attempt}`;
}
