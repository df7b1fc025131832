/** Kinds of ledger transactions that concern the account of a user. */
export const USER_LEDGER_KINDS = [
  "TOPUP",
  "HOLD",
  "RELEASE",
  "REFUND",
  "PAYOUT",
  "PAYOUT_SETTLEMENT",
  "PAYOUT_REVERSAL",
  "ADJUSTMENT",
  "REFUND_TO_SOURCE",
  "REFUND_RETURN",
  "CHARGEBACK",
  "CHARGEBACK_RETURN",
  "EARNING_REVERSAL",
  "RECOVERY",
  "WRITE_OFF",
  "UNCLAIM",
  "CLAIM",
  "CLAIM_PAID",
] as const;
export const LEDGER_KINDS = [...USER_LEDGER_KINDS, "PROVIDER_COST"] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];
