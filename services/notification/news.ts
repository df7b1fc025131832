import type { ServiceBroker } from "moleculer";
import { HINTS } from "#libs/contracts/hints.ts";
import { afterCommit, type Tx } from "#libs/mongo/transaction.ts";

/** Tells the gateways that somebody's list has changed, so that open streams look; what is lost they find by polling. */
export interface News {
  /** Nothing is told before the service has its broker. */
  bind(broker: Pick<ServiceBroker, "broadcast">): void;
  tell(userId: string): void;
  /** Tells it when the transaction has been committed. */
  tellAfter(tx: Tx, userId: string): void;
}

export function news(): News {
  let broker: Pick<ServiceBroker, "broadcast"> | null = null;

  const tell = (userId: string) => void broker?.broadcast(HINTS.streamNews, { userId }).catch(() => undefined);

  return {
    bind(to) {
      broker = to;
    },
    tell,
    tellAfter: (tx, userId) => afterCommit(tx, () => tell(userId)),
  };
}
