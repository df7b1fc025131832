import type { AdminCookie } from "#libs/contract-kit/admin-cookie.ts";
import { call, type Origin } from "#libs/contract-kit/call.ts";
import type { Caller } from "#libs/contract-kit/caller.ts";
import { getAdminSession } from "#libs/contracts/account.ts";
import { expiringMap } from "#libs/counters/expiring-map.ts";
import { type Clock, SECOND } from "#libs/kernel/clock.ts";

/** A lost role or an ended session counts after this at the latest. */
const CACHE_MS = SECOND;
/** Rather late than not at all: who has a session has it on a busy system, too. */
const CALL_MS = 5 * SECOND;

/** Whose admin session a cookie opens now. */
export interface AdminSessions {
  /** Null when the session has ended. Throws SERVICE_UNAVAILABLE while nobody can be asked. */
  callerOf(cookie: AdminCookie): Promise<Caller | null>;
  /** A hint that may be lost: the session is asked for again. */
  hint(payload: unknown): void;
}

interface Known {
  readonly caller: Promise<Caller | null>;
  readonly askedAt: number;
}

/** Asks the account service, once a second for each session. */
export function adminSessions(origin: Origin, clock: Clock): AdminSessions {
  const known = expiringMap<Known>(clock);

  const ask = async ({ sessionId, secretHash }: AdminCookie): Promise<Caller | null> => {
    const { admin } = await call(origin, getAdminSession, { sessionId, secretHash }, { timeout: CALL_MS, tracking: false });
    return admin && { ...admin, sessionId };
  };

  return {
    callerOf(cookie) {
      const cached = known.get(cookie.sessionId);
      // The clock of the system may be set, and set back; a second of real time ends what is known all the same.
      if (cached && performance.now() - cached.askedAt < CACHE_MS) return cached.caller;
      const caller = ask(cookie);
      known.set(cookie.sessionId, { caller, askedAt: performance.now() }, clock.now().getTime() + CACHE_MS);
      caller.catch(() => known.delete(cookie.sessionId));
      return caller;
    },
    hint(payload) {
      const { sessionId } = (payload ?? {}) as { sessionId?: unknown };
      if (typeof sessionId === "string") known.delete(sessionId);
    },
  };
}
