import type { ServiceBroker } from "moleculer";
import type { HintContract } from "#libs/contract-kit/contract.ts";
import { sendHint } from "#libs/contract-kit/send-hint.ts";
import { afterCommit, type Tx } from "#libs/platform/mongo/transaction.ts";
import type { BackgroundPart } from "./define-service.ts";

/** What a user has changed. */
export interface ChangedObject {
  readonly kind: string;
  readonly id: string;
}

/** Broadcasts to the gateways that there is something new for the open streams of a user. Polling makes up for lost hints. */
export interface UserHints extends BackgroundPart {
  send(userId: string): void;
  /**
   * Sends a hint once the transaction is committed.
   * @param object what the user has changed, for consoles that show it
   */
  sendAfterCommit(tx: Tx, userId: string, object?: ChangedObject): void;
}

export function userHints(contract: HintContract): UserHints {
  let broker: ServiceBroker | null = null;
  const send = (userId: string, object?: ChangedObject) => sendHint(broker, contract, { userId, ...(object && { object }) });
  return {
    bind(serviceBroker) {
      broker = serviceBroker;
    },
    send: (userId) => send(userId),
    sendAfterCommit: (tx, userId, object) => afterCommit(tx, () => send(userId, object)),
  };
}
