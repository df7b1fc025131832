import type { Caller } from "#libs/contract-kit/caller.ts";
import type { AdminCookie } from "#libs/contracts/account/admin-cookie.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import type { AdminSessions } from "../authentication/admin-sessions.ts";
import type { RevokedSessions } from "../authentication/revoked-sessions.ts";

/** The session of an open stream. Asking about it does not prolong it. */
export interface StreamSession {
  /** The caller while the session lives, with the current roles; null when it has ended. While that is not known, the last known caller. */
  current(): Promise<Caller | null>;
}

interface TokenParts {
  readonly clock: Clock;
  readonly revokedSessions: Pick<RevokedSessions, "reasonOf">;
}

/** The session of an access token, which ends with the token at the latest. */
export function tokenSession({ clock, revokedSessions }: TokenParts, caller: Caller, expiresAt: Date): StreamSession {
  return {
    async current() {
      if (expiresAt <= clock.now()) return null;
      const reason = await revokedSessions.reasonOf(caller.sessionId).catch(() => null);
      return reason === null ? caller : null;
    },
  };
}

/** The session of an admin cookie. */
export function cookieSession({ watch }: Pick<AdminSessions, "watch">, opener: Caller, cookie: AdminCookie): StreamSession {
  let caller = opener;
  return {
    async current() {
      const found = await watch(cookie).catch(() => caller);
      caller = found ?? caller;
      return found;
    },
  };
}
