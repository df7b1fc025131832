import { ApiError } from "#libs/client/send.ts";

/** What a page has shown of something that is written by a route without a version. */
interface Shown<Now> {
  readonly shown: unknown;
  ask(): Promise<Now>;
  /** What is other after each change; it is compared with what was shown. */
  versionOf(now: Now): unknown;
  /** It is no longer what was shown, so nothing is sent. What this throws is said. */
  changed(now: Now): void;
}

/** Asks again just before something is sent, and sends nothing over a change that the page has not shown. @returns whether it was sent */
export async function unlessChanged<Now>({ shown, ask, versionOf, changed }: Shown<Now>, send: () => Promise<unknown>): Promise<boolean> {
  const now = await ask();
  if (JSON.stringify(versionOf(now)) === JSON.stringify(shown)) {
    await send();
    return true;
  }
  changed(now);
  return false;
}

/** A refusal because of the state, after which a decision asks what its object is now. */
export function nothingSent(message: string): () => never {
  return () => {
    throw new ApiError(409, { message });
  };
}
