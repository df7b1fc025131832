import type { Catalogue } from "../codes.ts";

export const paymentErrors = {
  "payment.escrow.wallet_unavailable": { code: "BUSINESS_RULE_VIOLATION", message: "Your wallet is not available." },
  "payment.escrow.insufficient_balance": { code: "BUSINESS_RULE_VIOLATION", message: "Your balance is too low." },
  "payment.wallet.not_found": { code: "RESOURCE_NOT_FOUND", message: "The wallet does not exist." },
  "payment.topup.amount_out_of_range": { code: "BUSINESS_RULE_VIOLATION", message: "The amount must be between {minimum} and {maximum}." },
  "payment.topup.not_found": { code: "RESOURCE_NOT_FOUND", message: "The top-up does not exist." },
  "payment.topup.provider_unavailable": { code: "SERVICE_UNAVAILABLE", message: "Top-ups are not available right now." },
  "payment.error.own_money": { code: "AUTH_FORBIDDEN", message: "You cannot decide about your own money." },
  "payment.error.same_admin": { code: "AUTH_FORBIDDEN", message: "Another person must confirm this." },
  "payment.claim.not_found": { code: "RESOURCE_NOT_FOUND", message: "This code is wrong, or it was used." },
  "payment.unclaimed.not_found": { code: "RESOURCE_NOT_FOUND", message: "The unclaimed money does not exist." },
  "payment.unclaimed.invalid_status": { code: "CONFLICT", message: "This cannot be decided about the money in its present state." },
} as const satisfies Catalogue;
