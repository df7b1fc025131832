import { useMemo } from "preact/hooks";
import { beginTopUp } from "../client/top-ups.ts";
import { useWork, type Work } from "../ui/use-work.ts";

export interface Adding extends Omit<Work, "run"> {
  begin(): void;
}

/** The top-up that a message lacks. Its payment leads back to the page of the message. */
export function useMissingMoney(amount: string | null, page: string): Adding {
  // One top-up of all attempts with this amount, so a lost answer may be asked for again.
  const key = useMemo(() => crypto.randomUUID(), [amount]);
  const { busy, failure, run } = useWork();
  return { busy, failure, begin: () => void run(async () => amount !== null && beginTopUp(amount, key, page)) };
}
