import type { Catalogue } from "../codes.ts";

export const paymentErrors = {
  "payment.escrow.wallet_unavailable": { code: "BUSINESS_RULE_VIOLATION", message: "Your wallet is not available." },
  "payment.escrow.insufficient_balance": { code: "BUSINESS_RULE_VIOLATION", message: "Your balance is too low." },
  "payment.wallet.not_found": { code: "RESOURCE_NOT_FOUND", message: "The wallet does not exist." },
  "payment.ledger.invalid_range": {
    code: "BUSINESS_RULE_VIOLATION",
    message: "The end must lie after the beginning, and at most {days} days later.",
  },
  "payment.topup.amount_out_of_range": { code: "BUSINESS_RULE_VIOLATION", message: "The amount must be between {minimum} and {maximum}." },
  "payment.topup.not_found": { code: "RESOURCE_NOT_FOUND", message: "The top-up does not exist." },
  "payment.topup.provider_unavailable": { code: "SERVICE_UNAVAILABLE", message: "Top-ups are not available right now." },
} as const satisfies Catalogue;
