import type { ServiceClient } from "#libs/contract-kit/service-client.ts";
import { listRevokedSessions, REVOKED_REASONS, type RevokedReason } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { type Clock, HOUR, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { after, elapsedMs } from "#libs/kernel/timers.ts";
import { expiringMap } from "#libs/platform/counters/expiring-map.ts";
import type { Logger } from "#libs/platform/log/logger.ts";
import { revocationCounts } from "./revocation-counts.ts";

const CHECK_INTERVAL_MS = SECOND;
/** The same while the account service is not discovered yet, for example at a start. */
const UNKNOWN_CHECK_MS = 50;
/** Maximum interval between two polls, as a safety net. */
const REST_MS = 5 * SECOND;
const CALL_TIMEOUT_MS = 2_000;
/** The longest life of an access token, plus a minute. */
const RETENTION_MS = HOUR + MINUTE;
/** Each poll starts this long before the previous one, because a revocation may be committed late. */
const OVERLAP_MS = 5 * SECOND;
/** The list is stale after this long without a successful poll or an unchanged revocation count. */
const STALE_AFTER_MS = 5 * SECOND;

/** Sessions that were revoked before their access tokens expired. */
export interface RevokedSessions {
  /** Why a session was revoked, or null. Throws SERVICE_UNAVAILABLE until the list was loaded once. */
  reasonOf(sessionId: string): Promise<RevokedReason | null>;
  /** Adds the session that a hint names, and polls. Hints may be lost or malformed. */
  applyHint(payload: unknown): void;
  /** Polls unless the hint repeats the known revocation count of its account process. */
  applyCount(payload: unknown): void;
  isFresh(): boolean;
  /**
   * Begins to check at intervals; hints do not.
   * @param isAccountKnown whether the account service is discovered; the broker logs a warning for each earlier call
   */
  start(isAccountKnown?: () => boolean): void;
  stop(): void;
}

interface RevokedSessionsDeps {
  readonly services: Pick<ServiceClient, "call">;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Mirrors the revoked sessions of the account service. Each account process publishes a revocation count every second. The gateway polls
 * when a count changes, and every second while a process is silent or the last poll has failed.
 */
export function revokedSessions({ services, clock, logger }: RevokedSessionsDeps): RevokedSessions {
  const reasons = expiringMap<RevokedReason>(clock);
  let since: Date | null = null;
  let polledAt = -Infinity;
  let confirmedAt = -Infinity;
  let isBehind = true;
  let isKnown = () => false;
  const counts = revocationCounts();
  let polling: Promise<void> | null = null;
  let stopChecking = () => undefined as void;

  const remember = (sessionId: string, reason: RevokedReason, at: number) => reasons.set(sessionId, reason, at + RETENTION_MS);

  const fetchRevoked = async (): Promise<void> => {
    const asOf = await forEachRevoked(services, since ?? new Date(clock.now().getTime() - RETENTION_MS), remember);
    since = new Date(asOf.getTime() - OVERLAP_MS);
    polledAt = elapsedMs();
    confirmedAt = performance.now();
    isBehind = false;
  };

  const poll = (): Promise<void> => {
    polling ??= fetchRevoked().finally(() => {
      polling = null;
    });
    return polling;
  };

  const pollInBackground = () => {
    if (!isKnown()) return;
    poll().catch((error) => {
      isBehind = true;
      logger.debug({ err: error }, "poll of revoked sessions failed");
    });
  };
  const check = () => {
    if (isBehind || counts.isSilent() || elapsedMs() - polledAt >= REST_MS) pollInBackground();
    checkLater();
  };
  const checkLater = () => {
    stopChecking = after(isKnown() ? CHECK_INTERVAL_MS : UNKNOWN_CHECK_MS, check);
  };

  return {
    async reasonOf(sessionId) {
      if (!since) await poll().catch(() => undefined);
      if (!since) throw new AppError("error.service_unavailable");
      return reasons.get(sessionId) ?? null;
    },
    applyHint(payload) {
      const { sessionId, reason } = (payload ?? {}) as { sessionId?: unknown; reason?: unknown };
      if (typeof sessionId === "string" && isReason(reason)) remember(sessionId, reason, clock.now().getTime());
      pollInBackground();
    },
    applyCount(payload) {
      if (!counts.applyHint(payload)) pollInBackground();
      else if (!isBehind && !counts.isSilent()) confirmedAt = performance.now();
    },
    isFresh: () => performance.now() - confirmedAt < STALE_AFTER_MS,
    start(isAccountKnown = () => true) {
      isKnown = isAccountKnown;
      isBehind = true;
      check();
    },
    stop: () => stopChecking(),
  };
}

/** Iterates over the sessions revoked since an instant. Resolves to the instant up to which the list is complete. */
async function forEachRevoked(
  { call }: RevokedSessionsDeps["services"],
  since: Date,
  take: (sessionId: string, reason: RevokedReason, at: number) => void,
): Promise<Date> {
  const params = { since: since.toISOString() };
  const options = { timeout: CALL_TIMEOUT_MS, tracking: false };
  let page = await call(listRevokedSessions, params, options);
  const { asOf } = page;
  for (;;) {
    for (const { sessionId, reason, revokedAt } of page.revoked) take(sessionId, reason, new Date(revokedAt).getTime());
    const last = page.revoked.at(-1);
    if (!page.more || !last) return new Date(asOf);
    page = await call(listRevokedSessions, { ...params, after: last.sessionId }, options);
  }
}

function isReason(value: unknown): value is RevokedReason {
  return (REVOKED_REASONS as readonly unknown[]).includes(value);
}
