import { startOAuthLink } from "#libs/contracts/account/external-sign-ins.ts";
import { startOAuth } from "#libs/contracts/account/sign-in.ts";
import { api, visitorApi } from "../../client/api.ts";
import { flag, object, text } from "../../client/browser/shapes.ts";
import { dropDraft, findDraft, keepDraft } from "../../client/drafts.ts";

/** Path that providers redirect to. The sign-in state stored for it expires after a day and on sign-out. */
const CALLBACK = "/login/callback";

/** Each sign-in has a place of its own, since several may be begun in several tabs. The provider sends the state back. */
const placeOf = (state: string) => `${CALLBACK}?state=${state}`;

/** A visit to another provider that was begun in this browser. */
interface BegunVisit {
  /** Path to return to, from `?next=`. */
  readonly next: string;
  /** The account there is linked with that of the signed-in reader. */
  readonly links: boolean;
}

const BEGUN = object<BegunVisit>({ next: text, links: flag });

/** Redirects to the provider. The redirect back carries no query, so `next` is stored here. */
export async function signInElsewhere(next: string, consent: { readonly acceptTerms?: boolean } = {}): Promise<void> {
  visit(await visitorApi.call(startOAuth, consent), { next, links: false });
}

/** Redirects to the provider, whose account is linked afterwards. */
export async function linkElsewhere(next: string): Promise<void> {
  visit(await api.call(startOAuthLink), { next, links: true });
}

function visit({ authorizationUrl, state }: { readonly authorizationUrl: string; readonly state: string }, begun: BegunVisit): void {
  keepDraft<BegunVisit>(placeOf(state), null, begun);
  location.assign(authorizationUrl);
}

/** The visit begun here with this state; null for any other one. Can be read once. */
export function takeVisit(state: string): BegunVisit | null {
  const begun = findDraft(placeOf(state), null, BEGUN);
  dropDraft(placeOf(state), null);
  return begun;
}
