import type { ReadSlice } from "./audited-books.ts";
import { readChains, readWallets } from "./chain-slices.ts";
import { DOCUMENTS } from "./documents.ts";
import { readMessages } from "./message-slices.ts";
import { recountTotals } from "./recount-totals.ts";

/** The parts of the books in the order in which a full audit reads them. */
export const PARTS = {
  chains: readChains,
  wallets: readWallets,
  escrows: DOCUMENTS.message.read,
  messages: readMessages,
  payouts: DOCUMENTS.payout.read,
  adjustments: DOCUMENTS.adjustment.read,
  topups: DOCUMENTS.topup.read,
  refunds: DOCUMENTS.refund.read,
  chargebacks: DOCUMENTS.chargeback.read,
  reversals: DOCUMENTS.reversal.read,
  movements: DOCUMENTS.movement.read,
  unclaimed: DOCUMENTS.unclaimed.read,
  totals: recountTotals,
} as const satisfies Record<string, ReadSlice>;

export type Part = keyof typeof PARTS;

export const PART_NAMES = Object.keys(PARTS) as readonly Part[];

export const LAST_PART = "totals" satisfies Part;

/** The part that follows; null: the last one was read. */
export function partAfter(part: Part): Part | null {
  return PART_NAMES[PART_NAMES.indexOf(part) + 1] ?? null;
}
