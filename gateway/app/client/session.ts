import { ApiError, type Session } from "#libs/client/send.ts";
import { refresh } from "#libs/contracts/account/index.ts";
import { anonymousClient } from "./contract-client.ts";
import { dropAllDrafts } from "./drafts.ts";

/** A token is renewed this long before it ends. */
const MARGIN_MS = 60_000;
/** Maximum time to wait for another tab to hand over its token. */
const HANDOVER_MS = 100;
/** Name of the lock that each tab holds while it is open. */
const OPEN_TAB = "open tab";
/** In localStorage: a user has signed in here, so a page load requests a token. The token itself is never stored. */
const FLAG = "signed-in";
/** In localStorage: the creator whose own visits this browser does not count. */
export const OWN_PAGE = "own-page";

interface Access {
  readonly token: string;
  readonly until: number;
}

type Word = { readonly kind: "ask" } | { readonly kind: "token"; readonly access: Access } | { readonly kind: "signed out" };

/** The session of this browser, shared by its tabs. One tab renews the token; signing out ends it in all of them. */
export interface BrowserSession extends Session {
  isSignedIn(): boolean;
  begin(accessToken: string, expiresInSeconds: number): void;
  /** Ends the session in all tabs without calling the API; drafts are deleted with it. */
  forget(): void;
  /** Called when the session has ended, in any tab. */
  onEnd(listener: () => void): void;
}

const anonymous = anonymousClient();

export function browserSession(): BrowserSession {
  const channel = new BroadcastChannel("session");
  const listeners: (() => void)[] = [];
  let access: Access | null = null;

  const tell = (word: Word) => channel.postMessage(word);
  const isFresh = (candidate: Access | null): candidate is Access => candidate !== null && candidate.until - MARGIN_MS > Date.now();
  const end = () => {
    access = null;
    for (const name of [FLAG, OWN_PAGE]) localStorage.removeItem(name);
    for (const listener of listeners) listener();
  };
  const keep = (token: string, expiresInSeconds: number) => {
    access = { token, until: Date.now() + expiresInSeconds * 1_000 };
    localStorage.setItem(FLAG, "1");
    tell({ kind: "token", access });
  };

  channel.addEventListener("message", ({ data }: MessageEvent<Word>) => {
    if (data.kind === "ask" && isFresh(access)) tell({ kind: "token", access });
    if (data.kind === "token" && data.access.until > (access?.until ?? 0)) access = data.access;
    if (data.kind === "signed out") end();
  });

  void navigator.locks.request(OPEN_TAB, { mode: "shared" }, () => new Promise(() => undefined));
  const isOnlyTab = async () => {
    const { held = [] } = await navigator.locks.query();
    return held.filter(({ name }) => name === OPEN_TAB).length <= 1;
  };

  /** One tab at a time: the others reuse the new token once they get the lock. */
  const renew = (isUsable: () => boolean): Promise<string | null> =>
    navigator.locks.request("session", async () => {
      if (!isUsable() && !(await isOnlyTab())) {
        tell({ kind: "ask" });
        await new Promise((resolve) => setTimeout(resolve, HANDOVER_MS));
      }
      if (isUsable() && access) return access.token;
      try {
        const { accessToken, expiresIn } = await anonymous.call(refresh, {});
        keep(accessToken, expiresIn);
        return accessToken;
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 401) throw error;
        end();
        tell({ kind: "signed out" });
        return null;
      }
    });

  return {
    isSignedIn: () => localStorage.getItem(FLAG) !== null,
    async token() {
      if (isFresh(access)) return access.token;
      return localStorage.getItem(FLAG) === null ? null : renew(() => isFresh(access));
    },
    renewed: (refused) => renew(() => isFresh(access) && access.token !== refused),
    begin: keep,
    forget() {
      dropAllDrafts();
      end();
      tell({ kind: "signed out" });
    },
    onEnd: (listener) => void listeners.push(listener),
  };
}
