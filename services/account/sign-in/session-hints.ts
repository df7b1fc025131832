import type { ServiceBroker } from "moleculer";
import { sendHint } from "#libs/contract-kit/send-hint.ts";
import type { RevokedReason } from "#libs/contracts/account/index.ts";
import { HINTS } from "#libs/contracts/hints.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { after, elapsedMs } from "#libs/kernel/timers.ts";
import type { BackgroundPart } from "#libs/platform/service/define-service.ts";

/** More than a person has. Gateways fetch the rest with `account.listRevokedSessions`, which has to be there then. */
const MAX_HINTS = 500;
const REPEAT_MS = SECOND;
/** Longer than a transaction and a pause. After this time a revocation is visible, or has failed. */
const VISIBLE_AFTER_MS = 12 * SECOND;

/**
 * Broadcasts the ended sessions, and once a second the number of revocations that this process has begun. The number rises until the last
 * revocation is visible to all readers. A gateway that has received the same number twice has therefore missed no revocation of this
 * process.
 */
export interface SessionHints extends BackgroundPart {
  /** Call when a revocation begins. */
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
