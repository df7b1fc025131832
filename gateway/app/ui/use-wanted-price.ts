import { useState } from "preact/hooks";
import { readAmount } from "#gateway/ui/amount.ts";
import type { PriceDraft } from "#gateway/ui/parts/price-choice.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { focusFirstProblem } from "./first-problem.ts";

/** The price to send. `check` reports a missing price at its field. */
export function useWantedPrice({ isPaid, typed }: PriceDraft) {
  const { locale } = useReader();
  const [isMissed, setMissed] = useState(false);
  const amount = readAmount(typed, locale);
  const isReady = !isPaid || amount.kind === "amount";
  return {
    /** Null: messages are free. */
    value: isPaid && amount.kind === "amount" ? amount.value : null,
    isMissed,
    check() {
      setMissed(!isReady);
      if (!isReady) focusFirstProblem();
      return isReady;
    },
  };
}
