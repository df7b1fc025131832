import type { Caller } from "#libs/contract-kit/caller.ts";
import type { AdminCookie } from "#libs/contracts/account/admin-cookie.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { tokenExpiry } from "../authentication/access-tokens.ts";
import type { AdminSessions } from "../authentication/admin-sessions.ts";
import { requireAdmitted } from "../authentication/authorize.ts";
import { bearerTokenOf, usesAdminCookie } from "../authentication/identify-caller.ts";
import type { RevokedSessions } from "../authentication/revoked-sessions.ts";
import type { RequestContext } from "../request/request-context.ts";
import type { Route } from "../routing/routes.ts";

/** The session of a stream that is open, or of a table that is being sent. Asking about it does not prolong it. */
export interface StreamSession {
  /** The caller while the session lives, with the current roles; null when it has ended. While that is not known, the last known caller. */
  current(): Promise<Caller | null>;
}

interface TokenParts {
  readonly clock: Clock;
  readonly revokedSessions: Pick<RevokedSessions, "reasonOf">;
}

/** The session of an access token, which ends with the token at the latest. */
function tokenSession({ clock, revokedSessions }: TokenParts, caller: Caller, expiresAt: Date): StreamSession {
  return {
    async current() {
      if (expiresAt <= clock.now()) return null;
      const reason = await revokedSessions.reasonOf(caller.sessionId).catch(() => null);
      return reason === null ? caller : null;
    },
  };
}

interface CookieParts extends Pick<TokenParts, "revokedSessions"> {
  readonly adminSessions: Pick<AdminSessions, "watch">;
}

/** The session of an admin cookie. While the account service is away, a hint may have told of its end. */
function cookieSession({ adminSessions, revokedSessions }: CookieParts, opener: Caller, cookie: AdminCookie): StreamSession {
  let caller = opener;
  const lastKnown = async () => {
    const reason = await revokedSessions.reasonOf(cookie.sessionId).catch(() => null);
    return reason === null ? caller : null;
  };
  return {
    async current() {
      const found = await adminSessions.watch(cookie).catch(lastKnown);
      caller = found ?? caller;
      return found;
    },
  };
}

export interface SessionParts {
  readonly runtime: Pick<Runtime, "clock" | "config">;
  readonly revokedSessions: RevokedSessions;
  readonly adminSessions: AdminSessions;
}

/** The session that identifies a caller; null without valid credentials. */
export function sessionOf(
  { runtime, revokedSessions, adminSessions }: SessionParts,
  { request: { headers } }: Pick<RequestContext, "request">,
  { contract: { http } }: Route,
  caller: Caller,
  adminCookie: AdminCookie | null,
): StreamSession | null {
  if (usesAdminCookie(http, headers)) return adminCookie && cookieSession({ adminSessions, revokedSessions }, caller, adminCookie);
  const token = bearerTokenOf(headers);
  const expiresAt = token === null ? null : tokenExpiry(token);
  return expiresAt && tokenSession({ clock: runtime.clock, revokedSessions }, caller, expiresAt);
}

/** Whether the route would let a caller in now: roles and settings change while a stream is open. */
export function entryTo(
  runtime: SessionParts["runtime"],
  { request: { headers } }: Pick<RequestContext, "request">,
  { contract: { http } }: Route,
): (caller: Caller) => boolean {
  return (caller) => {
    try {
      requireAdmitted(http, caller, headers, runtime);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  };
}

/**
 * Looks again, while a response is on its way, whether its caller would still get it. It throws error.unauthorized when the session has ended,
 * and the errors of {@link requireAdmitted}.
 */
export function lastingAdmission(
  parts: SessionParts,
  context: Pick<RequestContext, "caller" | "request">,
  route: Route,
  adminCookie: AdminCookie | null,
): () => Promise<void> {
  const session = context.caller && sessionOf(parts, context, route, context.caller, adminCookie);
  return async () => {
    const caller = await session?.current();
    if (!caller) throw new AppError("error.unauthorized");
    requireAdmitted(route.contract.http, caller, context.request.headers, parts.runtime);
  };
}
