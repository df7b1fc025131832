import type { ServiceBroker } from "moleculer";
import { sendHint } from "#libs/contract-kit/send-hint.ts";
import { HINTS } from "#libs/contracts/hints.ts";
import { afterCommit, type Tx } from "#libs/platform/mongo/transaction.ts";
import type { BackgroundPart } from "#libs/platform/service/define-service.ts";

/** Broadcasts to the gateways that the list of a user has changed, so that they refresh open streams. Polling makes up for lost hints. */
export interface StreamHints extends BackgroundPart {
  send(userId: string): void;
  /** Sends a hint once the transaction is committed. */
  sendAfterCommit(tx: Tx, userId: string): void;
}

export function streamHints(): StreamHints {
  let broker: ServiceBroker | null = null;
  const send = (userId: string) => sendHint(broker, HINTS.streamNews, { userId });
  return {
    bind(serviceBroker) {
      broker = serviceBroker;
    },
    send,
    sendAfterCommit: (tx, userId) => afterCommit(tx, () => send(userId)),
  };
}
