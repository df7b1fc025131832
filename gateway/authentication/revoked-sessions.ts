import type { ServiceClient } from "#libs/contract-kit/service-client.ts";
import { listRevokedSessions, REVOKED_REASONS, type RevokedReason } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { type Clock, HOUR, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { expiringMap } from "#libs/platform/counters/expiring-map.ts";
import type { Logger } from "#libs/platform/log/logger.ts";

const POLL_INTERVAL_MS = SECOND;
const CALL_TIMEOUT_MS = 2_000;
/** The longest life of an access token, and a minute more. */
const RETENTION_MS = HOUR + MINUTE;
/** Each poll starts this long before the previous one: a revocation may be committed late. */
const OVERLAP_MS = 5 * SECOND;
/** After this long without a successful poll the list counts as stale. */
const STALE_AFTER_MS = 5 * SECOND;

/** Sessions that were revoked while their access tokens had not expired. */
export interface RevokedSessions {
  /** Why a session was revoked, or null. Throws SERVICE_UNAVAILABLE until the list has been loaded once. */
  reasonOf(sessionId: string): Promise<RevokedReason | null>;
  /** Adds the session that a hint names, and polls. Hints may be lost or malformed. */
  applyHint(payload: unknown): void;
  isFresh(): boolean;
  start(): void;
  stop(): void;
}

interface RevokedSessionsDeps {
  readonly services: Pick<ServiceClient, "call">;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A list of revoked sessions that polls the account service. */
export function revokedSessions({ services, clock, logger }: RevokedSessionsDeps): RevokedSessions {
  const reasons = expiringMap<RevokedReason>(clock);
  let since: Date | null = null;
  let polledAt = -Infinity;
  let polling: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  const remember = (sessionId: string, reason: RevokedReason, at: number) => reasons.set(sessionId, reason, at + RETENTION_MS);

  const fetchRevoked = async (): Promise<void> => {
    const from = since ?? new Date(clock.now().getTime() - RETENTION_MS);
    const params = { since: from.toISOString() };
    const options = { timeout: CALL_TIMEOUT_MS, tracking: false };
    let page = await services.call(listRevokedSessions, params, options);
    const { asOf } = page;
    for (;;) {
      for (const { sessionId, reason, revokedAt } of page.revoked) remember(sessionId, reason, new Date(revokedAt).getTime());
      const last = page.revoked.at(-1);
      if (!page.more || !last) break;
      page = await services.call(listRevokedSessions, { ...params, after: last.sessionId }, options);
    }
    since = new Date(new Date(asOf).getTime() - OVERLAP_MS);
    polledAt = performance.now();
  };

  const poll = (): Promise<void> => {
    polling ??= fetchRevoked().finally(() => {
      polling = null;
    });
    return polling;
  };

  const pollInBackground = () => void poll().catch((error) => logger.debug({ err: error }, "poll of revoked sessions failed"));

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
    isFresh: () => performance.now() - polledAt < STALE_AFTER_MS,
    start() {
      pollInBackground();
      timer = setInterval(pollInBackground, POLL_INTERVAL_MS);
      timer.unref();
    },
    stop() {
      if (timer) clearInterval(timer);
    },
  };
}

function isReason(value: unknown): value is RevokedReason {
  return (REVOKED_REASONS as readonly unknown[]).includes(value);
}
