import { action } from "#libs/contract-kit/contract.ts";
import { amount, month, nullableText } from "../shared.ts";

/** Kinds of ledger transactions that change the earnings of a statement. */
export const EARNING_KINDS = ["RELEASE", "EARNING_REVERSAL", "ADJUSTMENT", "PAYOUT_SETTLEMENT"] as const;
export type EarningKind = (typeof EARNING_KINDS)[number];

/** Kinds of the entries of a month. The first two are messages that have earned nothing. */
export const STATEMENT_KINDS = ["HOLD", "REFUND", ...EARNING_KINDS] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

export const getStatement = action({
  name: "wallet.getStatement",
  summary:
    "The ledger of the caller's earnings for a month, in sums: closing = opening + gross - commission - reversed + adjusted - paidOut",
  http: { method: "GET", path: "/payouts/statements/{month}", auth: "bearer" },
  params: { month },
  returns: {
    type: "object",
    props: {
      number: { ...nullableText, description: "Null until the month is over" },
      month: { type: "string" },
      currency: { type: "string" },
      opening: { ...amount, description: "Earned and not paid out when the month began, with payouts under way" },
      gross: { ...amount, description: "Prices of the messages answered in the month" },
      commission: { ...amount, description: "Share of the platform of them" },
      reversed: { ...amount, description: "Earnings that went back to fans, after the commission of them" },
      adjusted: { ...amount, description: "Corrections, signed" },
      paidOut: { ...amount, description: "Payouts that the provider has paid" },
      closing: { ...amount, description: "Opening of the next month; so far while the month runs" },
    },
  },
  errors: ["payout.error.not_creator"],
});
