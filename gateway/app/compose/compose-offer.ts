import { amountAsTyped, amountOf, centsOf, readAmount, sharesOf } from "#gateway/ui/amount.ts";
import type { ComposeTerms } from "#gateway/ui/compose-terms.ts";
import { randomKey } from "#libs/client/random-key.ts";
import type { Locale } from "#libs/contracts/shared.ts";
import type { Draft } from "../client/drafts.ts";
import type { BoundTerms, Quote } from "./compose-quote.ts";
import type { Sender } from "./sender.ts";

/** Terms as the reader saw them. Those of an agreement have no shares. */
export interface Shown extends Pick<BoundTerms, "price" | "hours" | "split"> {
  /** The lowest price, decimal; null: messages are free. */
  readonly minimum: string | null;
}

/** The message that a draft would become now. Its price is null too when the amount is not readable. */
export interface Offer extends Shown, BoundTerms {
  readonly isBelowMinimum: boolean;
  /** The hours are those that the reader has chosen. */
  readonly isOwnWindow: boolean;
  /** The reply windows that the creator offers, in hours. */
  readonly window: Quote["window"];
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
  const window = quote?.window ?? ANY_WINDOW;
  const isOwnWindow = draft.hours !== null && draft.hours >= window.minimum && draft.hours <= window.maximum;
  const hours = within(window, draft.hours ?? quote?.timeoutHours ?? terms.defaultHours);
  return {
    dmType: quote?.dmType ?? terms.dmType,
    minimum,
    price,
    split: price === null ? null : splitOf(price, quote, terms),
    isBelowMinimum,
    hours,
    isOwnWindow,
    window,
    until: new Date(now + hours * HOUR_MS).toISOString(),
    rest: wallet && centsOf(wallet.balance) - centsOf(price ?? "0.00"),
    isComplete: draft.text.trim() !== "" && (minimum === null || (price !== null && !isBelowMinimum)),
  };
}

/** Until a quote is there, every window may be chosen. */
const ANY_WINDOW: Quote["window"] = { minimum: 1, maximum: 720 };

const within = ({ minimum, maximum }: Quote["window"], hours: number): number => Math.min(Math.max(hours, minimum), maximum);

/** The shares as quoted; until a quote for the price is there, as the page knows them. */
function splitOf(price: string, quote: Quote | null, { commissionRate }: ComposeTerms): Offer["split"] {
  if (quote?.price === price) return quote.split;
  const { share, fee } = sharesOf(price, commissionRate);
  return { creator: share, platform: fee };
}

/** The initial draft. */
export function newDraft(minimum: string | null, locale: Locale): Draft {
  return { text: "", price: minimum === null ? "" : amountAsTyped(minimum, locale), hours: null, key: randomKey() };
}

/** The top-up for the missing amount; null: nothing is missing. */
export function topUpOf({ rest }: Offer, { smallestTopUp }: ComposeTerms): string | null {
  return rest === null || rest >= 0 ? null : amountOf(Math.max(-rest, centsOf(smallestTopUp)));
}
