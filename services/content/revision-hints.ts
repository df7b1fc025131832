import type { ServiceBroker } from "moleculer";
import { sendHint } from "#libs/contract-kit/send-hint.ts";
import { HINTS } from "#libs/contracts/hints.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { after } from "#libs/kernel/timers.ts";
import { afterCommit, type Tx } from "#libs/platform/mongo/transaction.ts";
import type { BackgroundPart } from "#libs/platform/service/define-service.ts";
import type { ContentRevisionStore } from "./data/content-revision.store.ts";

/** A change of another process, or one whose hint was lost, reaches the gateways after this time. */
const REPEAT_MS = SECOND;

/** Tells the gateways the revision of the published content, so that they know how long the answers that they keep are right. */
export interface RevisionHints extends BackgroundPart {
  /** Part of every change of what the public reads; the gateways hear of it after the commit. */
  changeIn(tx: Tx): Promise<void>;
}

export function revisionHints(revisions: ContentRevisionStore): RevisionHints {
  let broker: ServiceBroker | null = null;
  let stopRepeating = () => undefined as void;
  let running = false;

  const send = (revision: string) => sendHint(broker, HINTS.contentRevision, { revision });
  // While the database is away the gateways hear nothing and ask for each answer.
  const sendCurrent = () => revisions.current().then(send, () => undefined);
  const repeat = () => {
    stopRepeating = after(REPEAT_MS, () => void sendCurrent().then(() => running && repeat()));
  };

  return {
    async changeIn(tx) {
      const revision = await revisions.renew(tx);
      afterCommit(tx, () => send(revision));
    },
    bind(serviceBroker) {
      broker = serviceBroker;
    },
    start() {
      running = true;
      void sendCurrent();
      repeat();
    },
    stop() {
      running = false;
      stopRepeating();
    },
  };
}
