import type { IncomingHttpHeaders } from "node:http";
import type { AdminCookie, AdminCookies } from "#libs/contract-kit/admin-cookie.ts";
import type { Caller } from "#libs/contract-kit/caller.ts";
import { ADMIN_COOKIE, type RevokedReason } from "#libs/contracts/account.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { cookieOf } from "../request-cookie.ts";
import type { AccessTokens } from "./access-tokens.ts";
import { bearerTokenOf } from "./credential.ts";
import type { RevokedSessions } from "./revoked-sessions.ts";

/** What a request says about who is asking. */
export interface Identity {
  /** Whom a valid token names, even when the session was revoked. */
  readonly caller: Caller | null;
  readonly revoked: RevokedReason | null;
  /** Why a token could not be judged; nobody knows who is asking then. */
  readonly failure: unknown;
  /** The admin cookie when it is one of ours; its session may have ended. */
  readonly adminCookie: AdminCookie | null;
}

export interface IdentifyDeps {
  readonly tokens: AccessTokens;
  readonly sessions: RevokedSessions;
  readonly adminCookies: AdminCookies;
  readonly clock: Clock;
}

/** Reads the bearer token and the admin cookie. Never throws: what follows from the identity is decided later. */
export async function identifyCaller(headers: IncomingHttpHeaders, deps: IdentifyDeps): Promise<Identity> {
  const adminCookie = deps.adminCookies.open(cookieOf(headers, ADMIN_COOKIE.name), deps.clock.now());
  return { ...(await bearerIdentity(headers, deps)), adminCookie };
}

async function bearerIdentity(headers: IncomingHttpHeaders, { tokens, sessions }: IdentifyDeps): Promise<Omit<Identity, "adminCookie">> {
  const nobody = { caller: null, revoked: null, failure: null };
  const token = bearerTokenOf(headers);
  if (!token) return nobody;
  try {
    const caller = await tokens.verify(token);
    return caller ? { caller, revoked: await sessions.reasonOf(caller.sessionId), failure: null } : nobody;
  } catch (failure) {
    return { ...nobody, failure };
  }
}
