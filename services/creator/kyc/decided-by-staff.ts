import type { KycStatus } from "#libs/contracts/creator/index.ts";
import { MANUAL } from "#libs/providers/kyc/kyc-slot.ts";

interface Check {
  readonly provider: string | null;
}

export function isDecidedByStaff({ provider }: Check): boolean {
  return provider === null || provider === MANUAL;
}

/** Whether the creator fills in a form for a check now: the staff decides it, and it is not submitted yet. */
export function takesForm({ kycStatus, kyc }: { readonly kycStatus: KycStatus; readonly kyc: Check }): boolean {
  return kycStatus === "IN_PROGRESS" && isDecidedByStaff(kyc);
}
