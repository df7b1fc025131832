import type { Catalogue } from "../codes.ts";

export const paymentErrors = {
  "payment.escrow.wallet_unavailable": { code: "BUSINESS_RULE_VIOLATION", message: "Your wallet is not available." },
  "payment.escrow.insufficient_balance": { code: "BUSINESS_RULE_VIOLATION", message: "Your balance is too low." },
  "payment.wallet.not_found": { code: "RESOURCE_NOT_FOUND", message: "The wallet does not exist." },
  "payment.topup.amount_out_of_range": { code: "BUSINESS_RULE_VIOLATION", message: "The amount must be between {minimum} and {maximum}." },
  "payment.topup.not_found": { code: "RESOURCE_NOT_FOUND", message: "The top-up does not exist." },
  "payment.topup.currency_unsupported": { code: "BUSINESS_RULE_VIOLATION", message: "Money can be added in {currency} only." },
  "payment.topup.limit": { code: "BUSINESS_RULE_VIOLATION", message: "That is above your limit of {limit}. You can add {remaining} now." },
  "payment.topup.blocked": { code: "AUTH_FORBIDDEN", message: "Too many payments have failed. Try again tomorrow." },
  "payment.topup.invalid_status": { code: "CONFLICT", message: "This top-up has been decided already." },
  "payment.topup.currency_differs": { code: "CONFLICT", message: "It was paid in another currency, so it can only be sent back." },
  "payment.callback.error.signature": { code: "BUSINESS_RULE_VIOLATION", message: "The signature of the callback is not valid." },
  "payment.error.own_money": { code: "AUTH_FORBIDDEN", message: "You cannot decide about your own money." },
  "payment.topup.provider_unavailable": { code: "SERVICE_UNAVAILABLE", message: "Top-ups are not available right now." },
} as const satisfies Catalogue;
