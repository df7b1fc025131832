import { amountAsTyped, amountOf, centsOf, readAmount } from "#gateway/ui/amount.ts";
import type { ComposeTerms } from "#gateway/ui/compose-terms.ts";
import { randomKey } from "#libs/client/random-key.ts";
import type { Locale } from "#libs/contracts/shared.ts";
import type { Draft } from "../client/drafts.ts";
import type { Sender } from "./sender.ts";

/** The message that a draft would become now. */
export interface Offer {
  /** Decimal; null: messages are free. */
  readonly minimum: string | null;
  /** Decimal; null: free, or the amount is not readable. */
  readonly price: string | null;
  readonly isBelowMinimum: boolean;
  readonly hours: number;
  /** When an unanswered message would be refunded, ISO 8601. */
  readonly until: string;
  /** Cents in the wallet beyond the price; null signed out. A negative amount is missing. */
  readonly rest: number | null;
  /** Whether text and price can be sent, apart from the balance. */
  readonly isComplete: boolean;
}

const HOUR_MS = 3_600_000;

/** @param now in epoch milliseconds */
export function offerOf(terms: ComposeTerms, { quote, wallet }: Sender, draft: Draft, locale: Locale, now: number): Offer {
  const minimum = quote ? quote.minimumPrice : terms.minimumPrice;
  const typed = readAmount(draft.price, locale);
  const price = minimum !== null && typed.kind === "amount" ? typed.value : null;
  const isBelowMinimum = price !== null && minimum !== null && centsOf(price) < centsOf(minimum);
  const hours = draft.hours ?? quote?.timeoutHours ?? terms.defaultHours;
  return {
    minimum,
    price,
    isBelowMinimum,
    hours,
    until: new Date(now + hours * HOUR_MS).toISOString(),
    rest: wallet && centsOf(wallet.balance) - centsOf(price ?? "0.00"),
    isComplete: draft.text.trim() !== "" && (minimum === null || (price !== null && !isBelowMinimum)),
  };
}

/** The initial draft. */
export function newDraft(minimum: string | null, locale: Locale): Draft {
  return { text: "", price: minimum === null ? "" : amountAsTyped(minimum, locale), hours: null, key: randomKey() };
}

/** The top-up for the missing amount; null: nothing is missing. */
export function topUpOf({ rest }: Offer, { smallestTopUp }: ComposeTerms): string | null {
  return rest === null || rest >= 0 ? null : amountOf(Math.max(-rest, centsOf(smallestTopUp)));
}
