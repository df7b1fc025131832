import { amount, optionalTimestamp, timestamp } from "../shared.ts";
import { settledByStaff } from "./settled-by-staff.ts";

/** What became of a payout whose provider cannot be asked any more. */
export const PAYOUT_OUTCOMES = ["PAID", "FAILED"] as const;

/** What staff know about a payout that they decide. */
export const decidedByStaff = {
  weekSum: { ...amount, description: "Payouts of the creator in the seven days before the request, with this one" },
  approvals: { type: "number", integer: true, description: "How many people must approve it: 1, or 2 from the threshold on" },
  approval: {
    type: "object",
    nullable: true,
    props: { by: { type: "string" }, at: timestamp },
    description: "The first of two approvals",
  },
  ...settledByStaff(PAYOUT_OUTCOMES),
  frozen: { type: "boolean", description: "It is undecided, and the earnings of its creator are frozen" },
  coolingUntil: {
    ...optionalTimestamp,
    description: "It is undecided, and cannot be approved before, after a change that its owner should notice",
  },
} as const;
