import { DAY } from "#libs/kernel/clock.ts";
import type { CreatorProfileDoc } from "../data/creator-profile.model.ts";
import { kycSessionId } from "../domain/kyc.ts";

/** An identity check as its owner sees it. */
export function kycView({ _id, kycStatus, kyc }: Pick<CreatorProfileDoc, "_id" | "kycStatus" | "kyc">, validDays: number) {
  const { attempt, url, reason, changedAt } = kyc;
  const isOpen = kycStatus === "IN_PROGRESS" || kycStatus === "IN_REVIEW";
  const validUntil = kycStatus === "APPROVED" && changedAt ? new Date(changedAt.getTime() + validDays * DAY) : null;
  return {
    kycStatus,
    session: isOpen ? { id: kycSessionId(_id, attempt), url } : null,
    reason,
    changedAt: changedAt?.toISOString() ?? null,
    validUntil: validUntil?.toISOString() ?? null,
  };
}
