import { useMemo } from "preact/hooks";
import { randomKey } from "#libs/client/random-key.ts";
import { beginTopUp } from "../client/top-ups.ts";
import type { FormState } from "../ui/form/use-form.ts";

/** The top-up that a message needs. After the payment the reader returns to the page of the message, which then sends it. */
export function useMissingMoney(amount: string | null, page: string, form: FormState) {
  // Attempts with the same amount are one top-up, so a lost response can be requested again.
  const key = useMemo(randomKey, [amount]);
  return {
    /** @param begun called before the page of the payment opens */
    begin: (begun: (topupId: string) => void) => form.run(async () => amount !== null && beginTopUp(amount, key, page, begun)),
  };
}
