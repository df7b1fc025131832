import type { KycStatus } from "#libs/contracts/creator/index.ts";
import type { PayeeStatus } from "#libs/contracts/wallet/payees.ts";

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

/** The fewest transitions from a status to another one; none when there is no way. */
export function kycSteps(from: KycStatus, to: KycStatus): readonly KycStatus[] {
  const ways = new Map<KycStatus, readonly KycStatus[]>([[from, []]]);
  for (const [status, way] of ways) for (const next of TRANSITIONS[status]) if (!ways.has(next)) ways.set(next, [...way, next]);
  return ways.get(to) ?? [];
}

/**
 * The identity state that the status of a payee means. The provider may miss a bank account of a person whom it has identified. So an approval
 * stays until the provider closes the account, or the approval expires.
 */
export function kycAfterPayee(now: KycStatus, status: PayeeStatus): KycStatus {
  if (status === "ENABLED") return "APPROVED";
  if (status === "DISABLED") return "REJECTED";
  if (now === "APPROVED") return now;
  if (status === "RESTRICTED") return "RESUBMISSION_REQUIRED";
  return now === "IN_REVIEW" ? now : "IN_PROGRESS";
}

/** Id of a check at its provider. Concurrent requests that start the same attempt share it, so the provider starts one check only. */
export function kycSessionId(creatorId: string, attempt: number): string {
  return `${creatorId}-${attempt}`;
}
