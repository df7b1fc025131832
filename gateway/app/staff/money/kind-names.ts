import { FAN_MOVEMENTS } from "#gateway/ui/movement-kinds.ts";
import type { TextKey } from "#gateway/ui/texts.ts";
import type { LedgerKind } from "#libs/contracts/wallet/ledger-kinds.ts";

/** Names of the kinds of ledger transactions. */
export const KIND_NAMES = {
  ...FAN_MOVEMENTS,
  RELEASE: "page.staffMoney.release",
  PAYOUT: "page.staffMoney.payoutAsked",
  PAYOUT_SETTLEMENT: "page.staffMoney.payoutSettled",
  PAYOUT_REVERSAL: "page.staffMoney.payoutBack",
  EARNING_REVERSAL: "page.staffMoney.earningReversed",
  PROVIDER_COST: "page.wallet.kind.other",
} as const satisfies Record<LedgerKind, TextKey>;
