import type { Session } from "#libs/client/send.ts";
import { refresh } from "#libs/contracts/account/index.ts";
import { checkSignInMark, isSignedIn, onSignInElsewhere, removeSignInMark, setSignInMark, signInMark } from "./browser/sign-in-mark.ts";
import { countTab, inTurn, isOnlyTab, passed, tabChannel } from "./browser/tabs.ts";
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
  /** Ends the session in all tabs without calling the API; drafts are deleted with it. */
  forget(): void;
  /** Called when the session that this document shows has ended. */
  onEnd(listener: (how: SessionEnd) => void): void;
}

const anonymous = anonymousClient();

const accessOf = (token: string, expiresInSeconds: number): Access => ({ token, until: Date.now() + expiresInSeconds * 1_000 });

const isFresh = (candidate: Access | null): candidate is Access => candidate !== null && candidate.until - MARGIN_MS > Date.now();

countTab();

/** A new token; null: the interface no longer accepts the session. */
async function newAccess(): Promise<Access | null> {
  const renewed = await orNull(anonymous.call(refresh, {}), 401);
  return renewed && accessOf(renewed.accessToken, renewed.expiresIn);
}

export function browserSession(): BrowserSession {
  const channel = tabChannel<Word>("session");
  const listeners: ((how: SessionEnd) => void)[] = [];
  let access: Access | null = null;
  let renewal: Promise<string | null> | null = null;

  const tell = () => isFresh(access) && channel.post({ kind: "token", access, mark: signInMark() });
  const end = (how: SessionEnd) => {
    access = null;
    for (const listener of listeners) listener(how);
  };

  channel.onWord((word) => {
    checkSignInMark();
    if (word.kind === "ask") tell();
    else if (word.mark === signInMark() && word.access.until > (access?.until ?? 0)) access = word.access;
  });
  onSignInElsewhere((before) => before !== null && end("signed out"));

  /** Null also when a tab has signed out or in meanwhile. */
  const refreshed = async (): Promise<string | null> => {
    const mark = signInMark();
    const renewed = await newAccess();
    checkSignInMark();
    if (mark !== signInMark()) return null;
    if (renewed === null) {
      removeSignInMark();
      end("expired");
      return null;
    }
    access = renewed;
    tell();
    return renewed.token;
  };

  // The others reuse the new token once it is their turn.
  const renew = (isUsable: () => boolean): Promise<string | null> =>
    inTurn("session", async () => {
      if (!isUsable() && !(await isOnlyTab())) {
        channel.post({ kind: "ask" });
        await passed(HANDOVER_MS);
      }
      if (isUsable() && access) return access.token;
      // A tab that has lost its turn may still be waiting for its answer.
      renewal ??= refreshed().finally(() => {
        renewal = null;
      });
      return renewal;
    });

  return {
    isSignedIn,
    async token() {
      if (isFresh(access)) return access.token;
      return isSignedIn() ? renew(() => isFresh(access)) : null;
    },
    renewed: (refused) => renew(() => isFresh(access) && access.token !== refused),
    begin(token, expiresInSeconds, isSame = false) {
      if (!isSame) setSignInMark();
      access = accessOf(token, expiresInSeconds);
      tell();
    },
    forget() {
      dropAllDrafts();
      removeSignInMark();
      end("signed out");
    },
    onEnd: (listener) => void listeners.push(listener),
  };
}
