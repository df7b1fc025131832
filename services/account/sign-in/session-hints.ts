import type { ServiceBroker } from "moleculer";
import { sendHint } from "#libs/contract-kit/send-hint.ts";
import type { RevokedReason } from "#libs/contracts/account/index.ts";
import { HINTS } from "#libs/contracts/hints.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { after, elapsedMs } from "#libs/kernel/timers.ts";
import type { BackgroundPart } from "#libs/platform/service/define-service.ts";

/** The gateways find further ones when they ask `account.listRevokedSessions`. */
const MAX_HINTS = 20;
const REPEAT_MS = SECOND;
/** Longer than a transaction and a pause: after this time a revocation that was begun is visible, or will never be. */
const VISIBLE_AFTER_MS = 12 * SECOND;

/**
 * Broadcasts which sessions have ended, and once a second how many revocations this process has begun. The number goes on rising until
 * the last of them is visible to everybody, so a gateway that has heard the same number twice has missed nothing of this process.
 */
export interface SessionHints extends BackgroundPart {
  /** A revocation begins. */
  noteRevocation(): void;
  sessionsRevoked(sessionIds: readonly string[], reason: RevokedReason): void;
}

export function createSessionHints(): SessionHints {
  const process = uuid();
  let broker: Pick<ServiceBroker, "broadcast"> | null = null;
  let stopRepeating = () => undefined as void;
  let count = 0;
  let busyUntil = Number.NEGATIVE_INFINITY;

  const repeat = () => {
    if (elapsedMs() < busyUntil) count += 1;
    sendHint(broker, HINTS.revocationCount, { process, count });
    stopRepeating = after(REPEAT_MS, repeat);
  };
  return {
    bind(to) {
      broker = to;
    },
    start: repeat,
    stop: () => stopRepeating(),
    noteRevocation() {
      count += 1;
      busyUntil = elapsedMs() + VISIBLE_AFTER_MS;
    },
    sessionsRevoked(sessionIds, reason) {
      for (const sessionId of sessionIds.slice(0, MAX_HINTS)) {
        sendHint(broker, HINTS.sessionsRevoked, { sessionId, reason });
      }
    },
  };
}
