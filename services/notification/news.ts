import type { ServiceBroker } from "moleculer";
import { HINTS } from "#libs/contracts/hints.ts";
import type { Tx } from "#libs/mongo/transaction.ts";

/** Tells the gateways that somebody's list has changed, so that open streams look; what is lost they find by polling. */
export interface News {
  /** Nothing is told before the service has its broker. */
  bind(broker: Pick<ServiceBroker, "broadcast">): void;
  tell(userId: string): void;
  /** Tells it when the transaction has ended. */
  tellAfter(tx: Tx, userId: string): void;
}

export function news(): News {
  let broker: Pick<ServiceBroker, "broadcast"> | null = null;
  const waiting = new WeakMap<Tx, Set<string>>();

  const tell = (userId: string) => void broker?.broadcast(HINTS.streamNews, { userId }).catch(() => undefined);

  return {
    bind(to) {
      broker = to;
    },
    tell,
    tellAfter(tx, userId) {
      const known = waiting.get(tx);
      if (known) return void known.add(userId);
      const users = new Set([userId]);
      waiting.set(tx, users);
      tx.once("ended", () => {
        for (const user of users) tell(user);
      });
    },
  };
}
