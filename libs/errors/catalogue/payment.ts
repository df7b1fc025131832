import type { Catalogue } from "../codes.ts";

export const paymentErrors = {
  "payment.escrow.wallet_unavailable": { code: "BUSINESS_RULE_VIOLATION", message: "Your wallet is not available." },
  "payment.escrow.insufficient_balance": { code: "BUSINESS_RULE_VIOLATION", message: "Your balance is too low." },
  "payment.wallet.not_found": { code: "RESOURCE_NOT_FOUND", message: "The wallet does not exist." },
  "payment.topup.amount_out_of_range": { code: "BUSINESS_RULE_VIOLATION", message: "The amount must be between {minimum} and {maximum}." },
  "payment.topup.not_found": { code: "RESOURCE_NOT_FOUND", message: "The top-up does not exist." },
  "payment.topup.provider_unavailable": { code: "SERVICE_UNAVAILABLE", message: "Top-ups are not available right now." },
  "payment.wallet.frozen": { code: "BUSINESS_RULE_VIOLATION", message: "Your wallet is frozen." },
  "payment.refund.limit": { code: "BUSINESS_RULE_VIOLATION", message: "Refunds in 30 days: {limit} at most." },
  "payment.refund.exceeds_refundable": { code: "BUSINESS_RULE_VIOLATION", message: "At most {refundable} can be sent back." },
  "payment.error.own_money": { code: "AUTH_FORBIDDEN", message: "You cannot decide about your own money." },
  "payment.error.same_admin": { code: "AUTH_FORBIDDEN", message: "Another person must confirm this." },
  "payment.chargeback.not_found": { code: "RESOURCE_NOT_FOUND", message: "This chargeback does not exist." },
  "payment.chargeback.nothing_owed": { code: "CONFLICT", message: "There is no debt to write off." },
  "payment.escrow.not_found": { code: "RESOURCE_NOT_FOUND", message: "This held price does not exist." },
  "payment.escrow.not_reversible": { code: "CONFLICT", message: "This amount can no longer be given back." },
  "payment.claim.not_found": { code: "RESOURCE_NOT_FOUND", message: "This code is wrong, or it was used." },
  "payment.unclaimed.not_found": { code: "RESOURCE_NOT_FOUND", message: "The unclaimed money does not exist." },
  "payment.unclaimed.invalid_status": { code: "CONFLICT", message: "This cannot be decided about the money in its present state." },
} as const satisfies Catalogue;
