import { useRef } from "preact/hooks";
import { randomKey } from "#libs/client/random-key.ts";
import { isRefusal } from "../../client/refusal.ts";

/** Sends with one Idempotency-Key until the interface has answered, so that what is sent again after a lost answer acts once. */
export function useKey(): <T>(send: (idempotencyKey: string) => Promise<T>) => Promise<T> {
  const key = useRef<string | null>(null);
  return async (send) => {
    key.current ??= randomKey();
    try {
      const answer = await send(key.current);
      key.current = null;
      return answer;
    } catch (error) {
      if (isRefusal(error)) key.current = null;
      throw error;
    }
  };
}
