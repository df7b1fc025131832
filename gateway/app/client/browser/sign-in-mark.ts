import { randomKey } from "#libs/client/random-key.ts";
import { hideInMemory } from "./hide-in-memory.ts";
import { browserStorage } from "./storage.ts";

/** In storage: names the sign-in of this browser and its user, so that a page load requests a token. The token itself is never stored. */
const SIGNED_IN = "signed-in";
/** In storage: the creator whose own visits this browser does not count. */
const OWN_PAGE = "own-page";
/** In storage: the interface has not heard of the last sign-out. */
const OWED = "sign-out-owed";
/** A cookie that makes the server send the home of a user as `/`. It names no user and opens nothing. */
const COOKIE = "signed-in";
const YEAR_SECONDS = 31_536_000;

/** @param before the sign-in that this document has shown until now; null: none */
type Listener = (before: string | null) => void;

const listeners: Listener[] = [];
let mark = browserStorage.get(SIGNED_IN);
let hasMarked = mark !== null;
/** False where the browser stores nothing: no other tab can tell then. */
let isStored = true;

/** Names the sign-in that this document shows; null: that of a visitor. */
export const signInMark = (): string | null => mark;

/** The user whom the sign-in of this browser names; null: none is known. */
export const markedUser = (): string | null => mark?.split(" ")[1] ?? null;

export const isSignedIn = (): boolean => mark !== null;

/** Whether this document has shown a user at any time. */
export const hasShownUser = (): boolean => hasMarked;

/** The page of the signed-in creator, by the creator's id. */
export const ownPage = (): string | null => browserStorage.get(OWN_PAGE);

export function setOwnPage(creatorId: string): void {
  browserStorage.set(OWN_PAGE, creatorId);
}

/** Tells the server whether this browser shows a user. False when the browser keeps no cookies. */
export function keepSignInCookie(): boolean {
  const security = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API answers later, and not at all over plain http.
  document.cookie = `${COOKIE}=1; Path=/; Max-Age=${isSignedIn() ? YEAR_SECONDS : 0}; SameSite=Lax${security}`;
  return document.cookie.includes(`${COOKIE}=`) === isSignedIn();
}

/** A user has signed in here. */
export function setSignInMark(userId: string): void {
  mark = `${randomKey()} ${userId}`;
  hasMarked = true;
  browserStorage.set(OWN_PAGE, null);
  browserStorage.set(SIGNED_IN, mark);
  isStored = browserStorage.get(SIGNED_IN) === mark;
  keepSignInCookie();
}

/** The user has signed out here. */
export function removeSignInMark(): void {
  mark = null;
  for (const name of [SIGNED_IN, OWN_PAGE]) browserStorage.set(name, null);
  keepSignInCookie();
}

/** Whether the interface has still to hear of a sign-out. */
export const owesSignOut = (): boolean => browserStorage.get(OWED) !== null;

export function oweSignOut(isOwed: boolean): void {
  browserStorage.set(OWED, isOwed ? "1" : null);
}

/** Called when another tab has signed in or out, also while this page waited in the browser's memory. */
export function onSignInElsewhere(listener: Listener): void {
  listeners.push(listener);
}

/** Compares what the document shows with the sign-in of the browser. */
export function checkSignInMark(): void {
  if (!isStored) return;
  const before = mark;
  mark = browserStorage.get(SIGNED_IN);
  hasMarked ||= mark !== null;
  if (mark !== before) for (const listener of listeners) listener(before);
}

addEventListener("storage", checkSignInMark);
hideInMemory(isSignedIn, checkSignInMark);
