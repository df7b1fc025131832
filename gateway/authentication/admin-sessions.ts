import type { Caller } from "#libs/contract-kit/caller.ts";
import type { ServiceClient } from "#libs/contract-kit/service-client.ts";
import type { AdminCookie } from "#libs/contracts/account/admin-cookie.ts";
import { getAdminSession } from "#libs/contracts/account/index.ts";
import { type Clock, SECOND } from "#libs/kernel/clock.ts";
import { expiringMap } from "#libs/platform/counters/expiring-map.ts";

/** Maximum time in milliseconds during which an ended session or a lost role remains effective. */
const CACHE_MS = SECOND;
/** Long, so that administrators get in while the system is busy. */
const CALL_TIMEOUT_MS = 5 * SECOND;

/** Resolves admin cookies to administrators. */
export interface AdminSessions {
  /** Null when the session has ended. Throws SERVICE_UNAVAILABLE while the account service is unavailable. */
  callerOf(cookie: AdminCookie): Promise<Caller | null>;
  /** As {@link callerOf}, but does not count as a use of the session: a console that only listens ends with its idle time. */
  watch(cookie: AdminCookie): Promise<Caller | null>;
  /** Evicts the session that a hint names from the cache. Hints may be lost. */
  applyHint(payload: unknown): void;
}

interface CachedCaller {
  readonly caller: Promise<Caller | null>;
  /** `performance.now()` */
  readonly fetchedAt: number;
}

/** Loads admin sessions from the account service, at most once a second per session for its uses, and once for watching it. */
export function adminSessions({ call }: Pick<ServiceClient, "call">, clock: Clock): AdminSessions {
  const used = expiringMap<CachedCaller>(clock);
  const watched = expiringMap<CachedCaller>(clock);

  const fetchCaller = async ({ sessionId, secretHash }: AdminCookie, isUse: boolean): Promise<Caller | null> => {
    const { admin } = await call(getAdminSession, { sessionId, secretHash, isUse }, { timeout: CALL_TIMEOUT_MS, tracking: false });
    return admin && { ...admin, sessionId };
  };

  /** What was fetched in the last second. The system clock may be set back, so a monotonic clock decides as well. */
  const freshIn = (cache: typeof used, sessionId: string): Promise<Caller | null> | null => {
    const cached = cache.get(sessionId);
    return cached && performance.now() - cached.fetchedAt < CACHE_MS ? cached.caller : null;
  };

  const fetchInto = (cache: typeof used, cookie: AdminCookie, isUse: boolean): Promise<Caller | null> => {
    const caller = fetchCaller(cookie, isUse);
    cache.set(cookie.sessionId, { caller, fetchedAt: performance.now() }, clock.now().getTime() + CACHE_MS);
    caller.catch(() => cache.delete(cookie.sessionId));
    return caller;
  };

  return {
    // What was only watched does not answer a use, which the account service must learn of.
    callerOf: async (cookie) => freshIn(used, cookie.sessionId) ?? fetchInto(used, cookie, true),
    watch: async (cookie) => freshIn(used, cookie.sessionId) ?? freshIn(watched, cookie.sessionId) ?? fetchInto(watched, cookie, false),
    applyHint(payload) {
      const { sessionId } = (payload ?? {}) as { sessionId?: unknown };
      if (typeof sessionId !== "string") return;
      used.delete(sessionId);
      watched.delete(sessionId);
    },
  };
}
