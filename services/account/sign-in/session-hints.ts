import type { ServiceBroker } from "moleculer";
import { sendHint } from "#libs/contract-kit/send-hint.ts";
import type { RevokedReason } from "#libs/contracts/account/index.ts";
import { HINTS } from "#libs/contracts/hints.ts";

/** The gateways find further ones when they poll `account.listRevokedSessions`. */
const MAX_HINTS = 20;

/** Broadcasts which sessions have ended. A lost hint costs time only: the gateways poll as well. */
export interface SessionHints {
  /** Called before the service starts; earlier hints are dropped. */
  bind(broker: Pick<ServiceBroker, "broadcast">): void;
  sessionsRevoked(sessionIds: readonly string[], reason: RevokedReason): void;
}

export function createSessionHints(): SessionHints {
  let broker: Pick<ServiceBroker, "broadcast"> | null = null;
  return {
    bind(to) {
      broker = to;
    },
    sessionsRevoked(sessionIds, reason) {
      for (const sessionId of sessionIds.slice(0, MAX_HINTS)) {
        sendHint(broker, HINTS.sessionsRevoked, { sessionId, reason });
      }
    },
  };
}
