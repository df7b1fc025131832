import { startOAuth } from "#libs/contracts/account/sign-in.ts";
import { api } from "../client/api.ts";
import { dropDraft, findDraft, keepDraft } from "../client/drafts.ts";

/** Path that providers redirect to. The sign-in state stored for it expires after a day and on sign-out. */
const CALLBACK = "/login/callback";

/** A sign-in with an account of another provider that was begun in this browser. */
interface BegunSignIn {
  /** The provider sends it back with its response. */
  readonly state: string;
  /** Path to return to, from `?next=`. */
  readonly next: string;
}

/** Redirects to the provider. The redirect back carries no query, so `next` is stored here. */
export async function signInElsewhere(next: string): Promise<void> {
  const { authorizationUrl, state } = await api.call(startOAuth);
  keepDraft<BegunSignIn>(CALLBACK, null, { state, next });
  location.assign(authorizationUrl);
}

/** The return path of the sign-in begun here with this state; empty for any other sign-in. Can be read once. */
export function takeNext(state: string): string {
  const begun = findDraft<BegunSignIn>(CALLBACK, null);
  dropDraft(CALLBACK, null);
  return begun?.state === state ? begun.next : "";
}
