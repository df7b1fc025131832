import { readAmount } from "#gateway/ui/amount.ts";
import type { ComposeTerms } from "#gateway/ui/compose-terms.ts";
import { quoteMessage } from "#libs/contracts/messaging/index.ts";
import type { Locale } from "#libs/contracts/shared.ts";
import { api } from "../client/api.ts";
import type { Draft } from "../client/drafts.ts";

/** The terms that a quote is asked for. */
interface AskedTerms {
  /** Decimal; null: the lowest price, or messages are free. */
  readonly price: string | null;
  /** Null: the default. */
  readonly hours: number | null;
}

/** The terms under which a message is sent. A quote binds them. */
export interface BoundTerms {
  readonly dmType: ComposeTerms["dmType"];
  /** Decimal; null: free. */
  readonly price: string | null;
  readonly hours: number;
  /** Decimal shares of the price; null: free. */
  readonly split: { readonly creator: string; readonly platform: string } | null;
}

export type Quote = Awaited<ReturnType<typeof askQuote>>;

export const askQuote = (receiverId: string, { price, hours }: AskedTerms) =>
  api.call(quoteMessage, { receiverId, ...(price !== null && { price }), ...(hours !== null && { timeoutHours: hours }) });

/** The terms of a draft, as far as they can be read. */
export function termsOfDraft(draft: Draft | null, locale: Locale): AskedTerms {
  const typed = draft && readAmount(draft.price, locale);
  return { price: typed?.kind === "amount" ? typed.value : null, hours: draft?.hours ?? null };
}

/** Whether a quote has these terms. One of a message that cannot be sent binds none. */
export function hasTerms(quote: Quote, { dmType, price, hours, split }: BoundTerms): boolean {
  const isSplitAlike = split?.creator === quote.split?.creator && split?.platform === quote.split?.platform;
  return quote.quoteId !== null && quote.dmType === dmType && quote.price === price && quote.timeoutHours === hours && isSplitAlike;
}

/**
 * The id of a quote with the terms that the reader sees. An ended quote, or one from before the last change, is asked anew; null: by now
 * the terms are others.
 * @param now in epoch milliseconds
 */
export async function bindingQuoteId(receiverId: string, last: Quote | null, shown: BoundTerms, now: number): Promise<string | null> {
  const isGood = last !== null && hasTerms(last, shown) && now < Date.parse(last.expiresAt);
  const quote = isGood ? last : await askQuote(receiverId, shown);
  return hasTerms(quote, shown) ? quote.quoteId : null;
}
