import type { Catalogue } from "../codes.ts";

export const payoutErrors = {
  "payout.error.not_creator": { code: "AUTH_FORBIDDEN", message: "Only creators can be paid out." },
  "payout.error.creator_unavailable": {
    code: "AUTH_FORBIDDEN",
    message: "Payouts are stopped while your creator profile is suspended.",
    forStaff: "Payouts are stopped while the creator’s profile is suspended.",
  },
  "payout.error.kyc_required": {
    code: "AUTH_FORBIDDEN",
    message: "Your identity must be confirmed before a payout.",
    forStaff: "The creator’s identity must be confirmed before a payout.",
  },
  "payout.error.payee_required": {
    code: "AUTH_FORBIDDEN",
    message: "The payment provider cannot pay you yet. Give it what is missing first.",
    forStaff: "The payment provider cannot pay this creator yet: something is missing there.",
  },
  "payout.error.below_minimum": { code: "BUSINESS_RULE_VIOLATION", message: "A payout must be at least {minimum}." },
  "payout.error.insufficient_funds": { code: "BUSINESS_RULE_VIOLATION", message: "Your available earnings are too low." },
  "payout.error.method_not_found": { code: "RESOURCE_NOT_FOUND", message: "The payout method does not exist." },
  "payout.error.wallet_frozen": {
    code: "BUSINESS_RULE_VIOLATION",
    message: "Your earnings are frozen.",
    forStaff: "The creator’s earnings are frozen.",
  },
  "payout.error.too_many_methods": { code: "CONFLICT", message: "You have {limit} payout methods; remove one first." },
  "payout.error.cooling": {
    code: "AUTH_FORBIDDEN",
    message: "The destination or the password has changed. For safety, payouts wait for a while after that.",
  },
  "payout.error.not_found": { code: "RESOURCE_NOT_FOUND", message: "The payout does not exist." },
  "payout.error.invalid_status": { code: "CONFLICT", message: "This payout has been decided already." },
  "payout.error.same_admin": { code: "AUTH_FORBIDDEN", message: "Another person must approve this payout." },
  "payout.error.second_approval": { code: "CONFLICT", message: "Two people must approve this payout, each on its own page." },
  "payout.error.own_payout": { code: "AUTH_FORBIDDEN", message: "You cannot decide on your own payout." },
  "payout.error.provider_unavailable": { code: "SERVICE_UNAVAILABLE", message: "Payouts are not available right now." },
  "adjustment.error.not_found": { code: "RESOURCE_NOT_FOUND", message: "The adjustment does not exist." },
  "adjustment.error.invalid_status": { code: "CONFLICT", message: "This adjustment has been decided already." },
  "adjustment.error.same_admin": { code: "AUTH_FORBIDDEN", message: "Another administrator must approve this adjustment." },
  "adjustment.error.own_wallet": { code: "AUTH_FORBIDDEN", message: "You cannot adjust your own wallet." },
  "adjustment.error.insufficient_balance": { code: "BUSINESS_RULE_VIOLATION", message: "The balance is too low for this adjustment." },
  "adjustment.error.wallet_frozen": { code: "BUSINESS_RULE_VIOLATION", message: "The wallet is frozen." },
} as const satisfies Catalogue;
