import { readAmount } from "#gateway/ui/amount.ts";
import type { PriceDraft } from "#gateway/ui/parts/price-choice.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { pageData } from "../client/browser/page-data.ts";

/** The price to send, once its field has no problem. */
export function useWantedPrice({ isPaid, typed }: PriceDraft) {
  const { locale } = useReader();
  const range = pageData.prices ?? null;
  const amount = readAmount(typed, locale, range);
  return {
    /** Null: messages are free. */
    value: isPaid && amount.kind === "amount" ? amount.value : null,
    range,
  };
}
