import { useState } from "preact/hooks";
import { readAmount } from "#gateway/ui/amount.ts";
import type { PriceDraft } from "#gateway/ui/parts/price-choice.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { pageData } from "../client/api.ts";
import { focusFirstProblem } from "./first-problem.ts";

/** The price to send. `check` reports a missing price, and one that the platform does not allow, at its field. */
export function useWantedPrice({ isPaid, typed }: PriceDraft) {
  const { locale } = useReader();
  const [isMissed, setMissed] = useState(false);
  const range = pageData.prices ?? null;
  const amount = readAmount(typed, locale, range);
  const isReady = !isPaid || amount.kind === "amount";
  return {
    /** Null: messages are free. */
    value: isPaid && amount.kind === "amount" ? amount.value : null,
    range,
    isMissed,
    check() {
      setMissed(!isReady);
      if (!isReady) focusFirstProblem();
      return isReady;
    },
  };
}
