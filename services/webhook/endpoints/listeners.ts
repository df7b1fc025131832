import { outsideActions } from "#libs/contract-kit/running-action.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { after, elapsedMs } from "#libs/kernel/timers.ts";
import type { EndpointStore } from "../data/endpoint.store.ts";

/** Shortest time between two reads of the list. */
const PAUSE_MS = SECOND;

/** The kinds of webhooks that an enabled endpoint subscribes to, cached because most platforms have few endpoints and many events. */
export interface Listeners {
  /**
   * Whether an endpoint may subscribe to a kind. False only after a read of the list that began after this call. So an endpoint that
   * existed before the event is never missed, even if clocks differ. True may be out of date.
   */
  mayListen(kind: string): Promise<boolean>;
}

export function listeners({ endpoints }: { readonly endpoints: Pick<EndpointStore, "listSubscribedKinds"> }): Listeners {
  let kinds: ReadonlySet<string> = new Set();
  let next: Promise<void> | null = null;
  let readAt = Number.NEGATIVE_INFINITY;

  const read = async () => {
    // Waits even for the first call, so that concurrent calls share the read.
    await new Promise<void>((resolve) => after(Math.max(0, readAt + PAUSE_MS - elapsedMs()), resolve));
    // Calls from now on wait for the next read.
    next = null;
    readAt = elapsedMs();
    // Runs outside any caller's async context, because all waiting events share it.
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
