import type { TextKey } from "#gateway/ui/texts.ts";
import type { LedgerKind } from "#libs/contracts/wallet/index.ts";

/** Kinds that no wallet of a fan has. */
type OtherKind = "RELEASE" | "PAYOUT" | "PAYOUT_SETTLEMENT" | "PAYOUT_REVERSAL" | "EARNING_REVERSAL" | "PROVIDER_COST";

/** Names of the movements of a fan wallet. */
export const FAN_MOVEMENTS = {
  TOPUP: "page.wallet.kind.topup",
  HOLD: "page.wallet.kind.hold",
  REFUND: "page.wallet.kind.refund",
  ADJUSTMENT: "page.wallet.kind.other",
  REFUND_TO_SOURCE: "page.wallet.kind.sentBack",
  REFUND_RETURN: "page.wallet.kind.backAgain",
  CHARGEBACK: "page.wallet.kind.chargeback",
  CHARGEBACK_RETURN: "page.wallet.kind.chargebackReturn",
  RECOVERY: "page.wallet.kind.recovery",
  WRITE_OFF: "page.wallet.kind.writeOff",
  UNCLAIM: "page.wallet.kind.unclaim",
  CLAIM: "page.wallet.kind.claim",
  CLAIM_PAID: "page.wallet.kind.claimPaid",
} as const satisfies Record<Exclude<LedgerKind, OtherKind>, TextKey>;
