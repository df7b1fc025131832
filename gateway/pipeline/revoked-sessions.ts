import { call, type Origin } from "#libs/contract-kit/call.ts";
import { listRevokedSessions, REVOKED_REASONS, type RevokedReason } from "#libs/contracts/account.ts";
import { expiringMap } from "#libs/counters/expiring-map.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { type Clock, HOUR, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import type { Logger } from "#libs/log/logger.ts";

const POLL_MS = SECOND;
const CALL_MS = 2_000;
/** Longest life of an access token, with some slack. */
const REMEMBER_MS = HOUR + MINUTE;
/** Each question reaches back behind the last answer: what committed late is not missed. */
const OVERLAP_MS = 5 * SECOND;
/** Without an answer for this long, the set counts as out of date. */
const STALE_MS = 5 * SECOND;

/** The sessions whose access tokens are dead before they expire. */
export interface RevokedSessions {
  /** Why a session was revoked, or null. Throws SERVICE_UNAVAILABLE until the set was loaded once. */
  reasonOf(sessionId: string): Promise<RevokedReason | null>;
  /** A hint that may be lost or wrong: takes effect at once, and makes us ask. */
  hint(payload: unknown): void;
  isFresh(): boolean;
  start(): void;
  stop(): void;
}

export function revokedSessions(origin: Origin, clock: Clock, logger: Logger): RevokedSessions {
  const reasons = expiringMap<RevokedReason>(clock);
  let since: Date | null = null;
  let answeredAt = -Infinity;
  let asking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  const remember = (sessionId: string, reason: RevokedReason, at: number) => reasons.set(sessionId, reason, at + REMEMBER_MS);

  const ask = async (): Promise<void> => {
    const from = since ?? new Date(clock.now().getTime() - REMEMBER_MS);
    const asked = { since: from.toISOString() };
    const options = { timeout: CALL_MS, tracking: false };
    let answer = await call(origin, listRevokedSessions, asked, options);
    const { asOf } = answer;
    for (;;) {
      for (const { sessionId, reason, revokedAt } of answer.revoked) remember(sessionId, reason, new Date(revokedAt).getTime());
      const last = answer.revoked.at(-1);
      if (!answer.more || !last) break;
      answer = await call(origin, listRevokedSessions, { ...asked, after: last.sessionId }, options);
    }
    since = new Date(new Date(asOf).getTime() - OVERLAP_MS);
    answeredAt = performance.now();
  };

  const poll = (): Promise<void> => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };

  const pollQuietly = () => void poll().catch((error) => logger.debug({ err: error }, "revoked sessions could not be asked for"));

  return {
    async reasonOf(sessionId) {
      if (!since) await poll().catch(() => undefined);
      if (!since) throw new AppError("error.service_unavailable");
      return reasons.get(sessionId) ?? null;
    },
    hint(payload) {
      const { sessionId, reason } = (payload ?? {}) as { sessionId?: unknown; reason?: unknown };
      if (typeof sessionId === "string" && isReason(reason)) remember(sessionId, reason, clock.now().getTime());
      pollQuietly();
    },
    isFresh: () => performance.now() - answeredAt < STALE_MS,
    start() {
      pollQuietly();
      timer = setInterval(pollQuietly, POLL_MS);
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
