import { outsideActions } from "#libs/contract-kit/running-action.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { after, elapsedMs } from "#libs/kernel/timers.ts";
import type { EndpointStore } from "../data/endpoint.store.ts";

/** Shortest time between two reads of the list. */
const PAUSE_MS = SECOND;

/** The kinds of webhooks that an enabled endpoint subscribes to, kept in memory: most platforms have few endpoints, and many facts. */
export interface Listeners {
  /**
   * Whether an endpoint may subscribe to a kind. No is said only after a read of the list that began after the question: an endpoint
   * that was there before the fact is never missed, whatever the clocks of the machines say. A yes may be out of date.
   */
  mayListen(kind: string): Promise<boolean>;
}

export function listeners({ endpoints }: { readonly endpoints: Pick<EndpointStore, "listSubscribedKinds"> }): Listeners {
  let kinds: ReadonlySet<string> = new Set();
  let next: Promise<void> | null = null;
  let readAt = Number.NEGATIVE_INFINITY;

  const read = async () => {
    // Never at once: who asks in this moment shares the read.
    await new Promise<void>((resolve) => after(Math.max(0, readAt + PAUSE_MS - elapsedMs()), resolve));
    // Who asks from now on waits for the read after this one.
    next = null;
    readAt = elapsedMs();
    // For all facts that wait: it belongs to none of them.
    kinds = new Set(await outsideActions(null, () => endpoints.listSubscribedKinds()));
  };

  return {
    async mayListen(kind) {
      if (kinds.has(kind)) return true;
      next ??= read();
      await next;
      return kinds.has(kind);
    },
  };
}
