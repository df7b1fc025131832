import type { ServiceBroker } from "moleculer";
import { HINTS } from "#libs/contracts/hints.ts";
import type { Revocation } from "./domain/session.ts";

/** More than these, the gateways find at their next poll. */
const MAX_HINTS = 20;

/** Tells the gateways at once which sessions ended; what is lost they find by polling. */
export interface SessionHints {
  /** Nothing is sent before the service has its broker. */
  bind(broker: Pick<ServiceBroker, "broadcast">): void;
  revoked(sessionIds: readonly string[], reason: Revocation["reason"]): void;
}

export function sessionHints(): SessionHints {
  let broker: Pick<ServiceBroker, "broadcast"> | null = null;
  const tell = (hint: Revocation) => void broker?.broadcast(HINTS.sessionsRevoked, hint).catch(() => undefined);
  return {
    bind(to) {
      broker = to;
    },
    revoked(sessionIds, reason) {
      for (const sessionId of sessionIds.slice(0, MAX_HINTS)) tell({ sessionId, reason });
    },
  };
}
