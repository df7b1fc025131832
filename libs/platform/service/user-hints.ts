import type { ServiceBroker } from "moleculer";
import type { HintContract } from "#libs/contract-kit/contract.ts";
import { sendHint } from "#libs/contract-kit/send-hint.ts";
import { afterCommit, type Tx } from "#libs/platform/mongo/transaction.ts";
import type { BackgroundPart } from "./define-service.ts";

/** Broadcasts to the gateways that there is something new for the open streams of a user. Polling makes up for lost hints. */
export interface UserHints extends BackgroundPart {
  send(userId: string): void;
  /** Sends a hint once the transaction is committed. */
  sendAfterCommit(tx: Tx, userId: string): void;
}

export function userHints(contract: HintContract): UserHints {
  let broker: ServiceBroker | null = null;
  const send = (userId: string) => sendHint(broker, contract, { userId });
  return {
    bind(serviceBroker) {
      broker = serviceBroker;
    },
    send,
    sendAfterCommit: (tx, userId) => afterCommit(tx, () => send(userId)),
  };
}
