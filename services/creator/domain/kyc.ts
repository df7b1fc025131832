import type { KycStatus } from "#libs/contracts/creator/index.ts";

/** For each status of an identity check: the statuses that may follow it. */
const TRANSITIONS: Readonly<Record<KycStatus, readonly KycStatus[]>> = {
  NOT_STARTED: ["IN_PROGRESS"],
  IN_PROGRESS: ["IN_REVIEW", "NOT_STARTED"],
  IN_REVIEW: ["APPROVED", "REJECTED", "RESUBMISSION_REQUIRED"],
  APPROVED: ["EXPIRED"],
  REJECTED: [],
  RESUBMISSION_REQUIRED: ["IN_PROGRESS"],
  EXPIRED: ["IN_PROGRESS"],
};

export function kycStatusesAfter(from: KycStatus): KycStatus[] {
  return [...TRANSITIONS[from]];
}

export function isKycTransition(from: KycStatus, to: KycStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

/** Id of a check at its provider. Concurrent requests that start the same attempt share it, so the provider starts one check only. */
export function kycSessionId(creatorId: string, attempt: number): string {
  return `${creatorId}-${attempt}`;
}
