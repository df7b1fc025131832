import { startOAuth } from "#libs/contracts/account/sign-in.ts";
import { api } from "../client/api.ts";
import { object, text } from "../client/browser/shapes.ts";
import { dropDraft, findDraft, keepDraft } from "../client/drafts.ts";

/** Path that providers redirect to. The sign-in state stored for it expires after a day and on sign-out. */
const CALLBACK = "/login/callback";

/** Each sign-in has a place of its own, since several may be begun in several tabs. The provider sends the state back. */
const placeOf = (state: string) => `${CALLBACK}?state=${state}`;

/** A sign-in with an account of another provider that was begun in this browser. */
interface BegunSignIn {
  /** Path to return to, from `?next=`. */
  readonly next: string;
}

const BEGUN = object<BegunSignIn>({ next: text });

/** Redirects to the provider. The redirect back carries no query, so `next` is stored here. */
export async function signInElsewhere(next: string, consent: { readonly acceptTerms?: boolean } = {}): Promise<void> {
  const { authorizationUrl, state } = await api.call(startOAuth, consent);
  keepDraft<BegunSignIn>(placeOf(state), null, { next });
  location.assign(authorizationUrl);
}

/** The sign-in begun here with this state; null for any other one. Can be read once. */
export function takeSignIn(state: string): BegunSignIn | null {
  const begun = findDraft(placeOf(state), null, BEGUN);
  dropDraft(placeOf(state), null);
  return begun;
}
