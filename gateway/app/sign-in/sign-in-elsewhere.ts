import { startOAuth } from "#libs/contracts/account/sign-in.ts";
import { api } from "../client/api.ts";
import { dropDraft, findDraft, keepDraft } from "../client/drafts.ts";

/** Where providers send the browser back to; what is kept for that page is gone after a day, and on sign-out. */
const CALLBACK = "/login/callback";

/** A sign-in with an account of another provider that has been begun in this browser. */
interface BegunSignIn {
  /** Comes back with the answer of the provider. */
  readonly state: string;
  /** What the reader wanted to see, as `?next=` said. */
  readonly next: string;
}

/** Goes to the provider. Its way back takes no query, so `next` waits here. */
export async function signInElsewhere(next: string): Promise<void> {
  const { authorizationUrl, state } = await api.call(startOAuth);
  keepDraft<BegunSignIn>(CALLBACK, null, { state, next });
  location.assign(authorizationUrl);
}

/** What the reader wanted to see who began this sign-in here; empty for any other sign-in. */
export function takeNext(state: string): string {
  const begun = findDraft<BegunSignIn>(CALLBACK, null);
  dropDraft(CALLBACK, null);
  return begun?.state === state ? begun.next : "";
}
