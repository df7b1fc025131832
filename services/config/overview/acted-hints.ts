import type { ServiceBroker } from "moleculer";
import { sendHint } from "#libs/contract-kit/send-hint.ts";
import { HINTS } from "#libs/contracts/hints.ts";
import { afterCommit, type Tx } from "#libs/platform/mongo/transaction.ts";
import type { BackgroundPart } from "#libs/platform/service/define-service.ts";
import { type AuditedAction, actedOn } from "./acted-on.ts";

/** Tells every gateway what staff have changed, so that open consoles mark it. */
export interface ActedHints extends BackgroundPart {
  /** Sends a hint once the transaction is committed; none for an action that has changed nothing that consoles show. */
  sendAfterCommit(tx: Tx, acted: AuditedAction): void;
}

export function actedHints(): ActedHints {
  let broker: ServiceBroker | null = null;
  return {
    bind(serviceBroker) {
      broker = serviceBroker;
    },
    sendAfterCommit(tx, acted) {
      const object = actedOn(acted);
      if (object) afterCommit(tx, () => sendHint(broker, HINTS.staffActed, { ...object, by: acted.actor }));
    },
  };
}
