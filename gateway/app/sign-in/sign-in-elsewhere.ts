import { startOAuth } from "#libs/contracts/account/sign-in.ts";
import { api } from "../client/api.ts";
import { dropDraft, findDraft, keepDraft } from "../client/drafts.ts";

/** The page to which a provider redirects, for one sign-in. The path that is stored for it expires after a day and on sign-out. */
const callbackOf = (state: string) => `/login/callback?state=${state}`;

/** A sign-in with an account of another provider that was begun in this browser, in one of its tabs. */
interface BegunSignIn {
  /** Path to return to, from `?next=`. */
  readonly next: string;
}

/** Redirects to the provider. The redirect back carries no query, so `next` is stored here. */
export async function signInElsewhere(next: string): Promise<void> {
  const { authorizationUrl, state } = await api.call(startOAuth);
  keepDraft<BegunSignIn>(callbackOf(state), null, { next });
  location.assign(authorizationUrl);
}

/** The return path of the sign-in begun here with this state; empty for any other sign-in. Can be read once. */
export function takeNext(state: string): string {
  const begun = findDraft<BegunSignIn>(callbackOf(state), null);
  dropDraft(callbackOf(state), null);
  return begun?.next ?? "";
}
