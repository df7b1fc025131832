import type { Session } from "#libs/client/send.ts";
import { refresh } from "#libs/contracts/account/index.ts";
import {
  checkSignInMark,
  isSignedIn,
  markedUser,
  onSignInElsewhere,
  oweSignOut,
  removeSignInMark,
  setSignInMark,
  signInMark,
} from "./browser/sign-in-mark.ts";
import { countTab, inTurn, isOnlyTab, passed, tabChannel } from "./browser/tabs.ts";
import { giveUpUnsaved } from "./browser/unsaved.ts";
import { anonymousClient } from "./contract-client.ts";
import { dropAllDrafts } from "./drafts.ts";
import { orNull } from "./or-null.ts";

/** A token is renewed this long before it ends. */
const MARGIN_MS = 60_000;
/** Maximum time to wait for another tab to hand over its token. */
const HANDOVER_MS = 100;

interface Access {
  readonly token: string;
  readonly until: number;
}

type Word = { readonly kind: "ask" } | { readonly kind: "token"; readonly access: Access; readonly mark: string | null };

/** How a session ended: the interface no longer accepts it, or another tab has signed out or signed in. */
export type SessionEnd = "expired" | "signed out";

/** The session of this browser, shared by its tabs. One tab renews the token; signing out ends it in all of them. */
export interface BrowserSession extends Session {
  isSignedIn(): boolean;
  /** @param isSame whether the token is a newer one of the same session; else another one begins */
  begin(accessToken: string, expiresInSeconds: number, isSame?: boolean): void;
  /** Whether another tab has signed out, or a user in: this document gets no token any more. */
  isOver(): boolean;
  /** Whether the user of this document is not signed in here any more: another tab has signed out, or another user in. */
  isGone(): boolean;
  /** Ends the session in all tabs without calling the API; drafts are deleted with it. The sign-in of another user stays. */
  forget(): void;
  /** Called when the session that this document shows has ended. */
  onEnd(listener: (how: SessionEnd) => void): void;
}

const anonymous = anonymousClient();

const accessOf = (token: string, expiresInSeconds: number): Access => ({ token, until: Date.now() + expiresInSeconds * 1_000 });

const isFresh = (candidate: Access | null): candidate is Access => candidate !== null && candidate.until - MARGIN_MS > Date.now();

/** The user of a token. */
const userOf = ({ token }: Access): string => JSON.parse(atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/"))).sub;

countTab();

/** A new token; null: the interface no longer accepts the session. */
async function newAccess(): Promise<Access | null> {
  const renewed = await orNull(anonymous.call(refresh, {}), 401);
  return renewed && accessOf(renewed.accessToken, renewed.expiresIn);
}

/** What this document has of the session. */
interface Held {
  access: Access | null;
  /** The user whom this document shows, also before there is a token and after the session has expired; null before the first one. */
  userId: string | null;
  /** A tab has signed out, or another one in. What the earlier user has begun may go on until the document is gone, and gets no token. */
  isOver: boolean;
  /** The tokens of this sign-in that requests have got. */
  readonly given: Set<string>;
}

function checkOver(held: Held): boolean {
  checkSignInMark();
  return held.isOver;
}

/** Ends the session in this document. */
type End = (how: SessionEnd) => void;

export function browserSession(): BrowserSession {
  const channel = tabChannel<Word>("session");
  const listeners: ((how: SessionEnd) => void)[] = [];
  const held: Held = { access: null, userId: markedUser(), isOver: false, given: new Set() };

  const tell = () => isFresh(held.access) && channel.post({ kind: "token", access: held.access, mark: signInMark() });
  const end: End = (how) => {
    held.access = null;
    held.given.clear();
    if (how === "signed out") giveUpUnsaved();
    for (const listener of listeners) listener(how);
  };
  const leave = () => {
    held.isOver = true;
    end("signed out");
    location.reload();
  };
  const isOver = () => checkOver(held);
  const isGone = () => isOver() && markedUser() !== held.userId;
  const adopt = adoption(held, leave);
  const renew = renewal(held, { ask: () => channel.post({ kind: "ask" }), adopt, tell, end });
  const token = async () => {
    if (!isSignedIn() || held.isOver) return null;
    const found = isFresh(held.access) ? held.access.token : await renew(() => isFresh(held.access));
    if (found !== null) held.given.add(found);
    return found;
  };

  channel.onWord((word) => {
    if (isOver()) return;
    if (word.kind === "ask") tell();
    else if (word.mark === signInMark() && word.access.until > (held.access?.until ?? 0)) adopt(word.access);
  });
  onSignInElsewhere((before) => {
    if (before !== null || held.isOver) leave();
    // After the session has expired, the same user may have come back.
    else if (held.userId !== null) void token().catch(() => undefined);
    else held.userId = markedUser();
  });

  return {
    isSignedIn,
    token,
    renewed: async (refused) => (held.given.has(refused) ? renew(() => isFresh(held.access) && held.access.token !== refused) : null),
    begin(accessToken, expiresInSeconds, isSame = false) {
      const access = accessOf(accessToken, expiresInSeconds);
      if (isSame) checkSignInMark();
      else {
        setSignInMark(userOf(access));
        held.given.clear();
        held.userId = null;
      }
      if (held.isOver) return;
      adopt(access);
      tell();
    },
    isOver,
    isGone,
    forget() {
      if (isGone()) return;
      dropAllDrafts();
      removeSignInMark();
      held.isOver = true;
      end("signed out");
    },
    onEnd: (listener) => void listeners.push(listener),
  };
}

/** A document serves the user whom it shows, and a browser the one who has signed in last. */
const adoption =
  (held: Held, leave: () => void) =>
  (access: Access): void => {
    const userId = userOf(access);
    const marked = markedUser();
    const isOfAnother = marked !== null && marked !== userId;
    if (isOfAnother) {
      // A renewal for an earlier user has come late, and its cookie with it.
      removeSignInMark();
      oweSignOut(true);
    }
    if (isOfAnother || (held.userId !== null && held.userId !== userId)) leave();
    else Object.assign(held, { userId, access });
  };

interface RenewalParts {
  /** Asks the other tabs for their token. */
  ask(): void;
  adopt(access: Access): void;
  tell(): void;
  readonly end: End;
}

/** Renews the token, one tab at a time: the others reuse the new one once it is their turn. */
function renewal(held: Held, { ask, adopt, tell, end }: RenewalParts): (isUsable: () => boolean) => Promise<string | null> {
  let running: Promise<string | null> | null = null;

  /** Null also when a tab has signed out or in meanwhile. */
  const refreshed = async (): Promise<string | null> => {
    const mark = signInMark();
    const renewed = await newAccess();
    checkSignInMark();
    if (held.isOver || mark !== signInMark()) return null;
    if (renewed === null) {
      removeSignInMark();
      end("expired");
      return null;
    }
    adopt(renewed);
    tell();
    return held.access?.token ?? null;
  };

  return (isUsable) =>
    inTurn("session", async () => {
      if (!isUsable() && !(await isOnlyTab())) {
        ask();
        await passed(HANDOVER_MS);
      }
      checkSignInMark();
      if (held.isOver) return null;
      if (isUsable() && held.access) return held.access.token;
      // A tab that has lost its turn may still be waiting for its answer.
      running ??= refreshed().finally(() => {
        running = null;
      });
      return running;
    });
}
