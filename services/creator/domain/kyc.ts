import type { KycStatus } from "#libs/contracts/creator.ts";

/** Where the identity check of a creator may go from each status; there is no other way. */
const KYC_EDGES: Readonly<Record<KycStatus, readonly KycStatus[]>> = {
  NOT_STARTED: ["IN_PROGRESS"],
  IN_PROGRESS: ["IN_REVIEW", "NOT_STARTED"],
  IN_REVIEW: ["APPROVED", "REJECTED", "RESUBMISSION_REQUIRED"],
  APPROVED: ["EXPIRED"],
  REJECTED: [],
  RESUBMISSION_REQUIRED: ["IN_PROGRESS"],
  EXPIRED: ["IN_PROGRESS"],
};

export function mayMove(from: KycStatus, to: KycStatus): boolean {
  return KYC_EDGES[from].includes(to);
}
