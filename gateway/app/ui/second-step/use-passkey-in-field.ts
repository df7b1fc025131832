import { useLayoutEffect, useState } from "preact/hooks";
import { MINUTE } from "#libs/kernel/clock.ts";
import { fillsInPasskeys, type PasskeyQuestion, passkeyAddress, type Signed, signWithPasskey } from "../../client/browser/passkeys.ts";
import type { Work } from "../use-work.ts";

export interface PasskeyProps {
  readonly work: Pick<Work, "busy" | "run">;
  ask(): Promise<PasskeyQuestion>;
  send(answer: { readonly challengeToken: string; readonly credential: Signed }): Promise<unknown>;
}

/** A question lives five minutes; a passkey takes a while to answer it. */
const RENEW_MS = 4 * MINUTE;

/**
 * Offers passkeys where the browser fills in the address. A browser has one question at a time. So the offer ends as soon as another way
 * to sign in begins, and comes back when that has failed.
 */
export function usePasskeyInField({ work: { busy, run }, ask, send }: PasskeyProps): void {
  const [askedAt, setAskedAt] = useState(Date.now);
  const offer = async (signal: AbortSignal) => {
    if (!(await fillsInPasskeys()) || signal.aborted) return;
    const { challengeToken, publicKey } = await ask();
    if (passkeyAddress(publicKey.rpId) !== null || signal.aborted) return;
    const credential = await signWithPasskey(publicKey, signal);
    if (credential && !signal.aborted) await run(() => send({ challengeToken, credential }));
  };
  useLayoutEffect(() => {
    if (busy) return;
    const end = new AbortController();
    // Where it fails, the button says why.
    offer(end.signal).catch(() => undefined);
    const renew = () => {
      if (Date.now() - askedAt > RENEW_MS) setAskedAt(Date.now());
    };
    document.addEventListener("focusin", renew);
    return () => {
      end.abort();
      document.removeEventListener("focusin", renew);
    };
  }, [busy, askedAt]);
}
