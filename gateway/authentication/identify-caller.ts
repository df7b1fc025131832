import type { IncomingHttpHeaders } from "node:http";
import { parseCookie } from "cookie";
import type { Caller } from "#libs/contract-kit/caller.ts";
import type { HttpBinding } from "#libs/contract-kit/contract.ts";
import type { AdminCookie, AdminCookies } from "#libs/contracts/account/admin-cookie.ts";
import { ADMIN_COOKIE, type RevokedReason } from "#libs/contracts/account/index.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import type { AccessTokens } from "./access-tokens.ts";
import type { RevokedSessions } from "./revoked-sessions.ts";

/** The caller that the credentials of a request identify. */
export interface Identity {
  /** The caller of a valid access token, even when its session is revoked. */
  readonly caller: Caller | null;
  readonly revoked: RevokedReason | null;
  /** Why the token could not be verified; null when it was verified or is absent. */
  readonly failure: unknown;
  /** The admin cookie when its signature is valid; its session may have ended. */
  readonly adminCookie: AdminCookie | null;
}

interface IdentifyDeps {
  readonly accessTokens: AccessTokens;
  readonly revokedSessions: RevokedSessions;
  readonly adminCookies: AdminCookies;
  readonly clock: Clock;
}

/** Reads the bearer token and the admin cookie. Never throws: later steps of the pipeline decide about the identity. */
export async function identifyCaller(headers: IncomingHttpHeaders, deps: IdentifyDeps): Promise<Identity> {
  const cookie = headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[ADMIN_COOKIE.name];
  const adminCookie = deps.adminCookies.open(cookie, deps.clock.now());
  return { ...(await bearerIdentity(headers, deps)), adminCookie };
}

async function bearerIdentity(
  headers: IncomingHttpHeaders,
  { accessTokens, revokedSessions }: IdentifyDeps,
): Promise<Omit<Identity, "adminCookie">> {
  const anonymous = { caller: null, revoked: null, failure: null };
  const token = bearerTokenOf(headers);
  if (!token) return anonymous;
  try {
    const caller = await accessTokens.verify(token);
    return caller ? { caller, revoked: await revokedSessions.reasonOf(caller.sessionId), failure: null } : anonymous;
  } catch (failure) {
    return { ...anonymous, failure };
  }
}

/** The bearer token of a request, or null. */
export function bearerTokenOf({ authorization = "" }: IncomingHttpHeaders): string | null {
  return /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? null;
}

/**
 * Whether the admin cookie identifies the caller: always on routes of the admin session, on other admin routes without a bearer token (spec
 * 5).
 */
export function usesAdminCookie({ auth }: HttpBinding, headers: IncomingHttpHeaders): boolean {
  return auth === "adminSession" || (auth === "admin" && bearerTokenOf(headers) === null);
}
