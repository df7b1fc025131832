import { SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { wait } from "#libs/kernel/wait.ts";
import type { ClaimedDelivery } from "../data/delivery-queue.store.ts";
import type { EndpointDoc } from "../data/endpoint.model.ts";
import type { Deps } from "../deps.ts";
import { recordAttempt } from "./record-attempt.ts";
import { attemptTimeout, sendAttempt } from "./send-attempt.ts";

/** Longer than an attempt with its checks and records; a process that died gives its claims up after this. */
const LEASE_MS = 40 * SECOND;
/** What a process that stops grants to the attempts under way. */
const GRACE_MS = 3 * SECOND;

export interface Dispatcher {
  /** Begins the attempts that are due, as many as there is room for, and does not wait for them. */
  sweep(): Promise<void>;
  /** The same, soon, for some endpoints. Never fails. */
  kick(endpointIds: readonly string[]): void;
  /** Resolves when no attempt is under way. */
  settled(): Promise<void>;
  /** Begins nothing more; waits a little for what is under way, then ends it and gives its claims back. */
  stop(): Promise<void>;
}

export type DispatcherDeps = Omit<Deps, "dispatcher" | "prepare">;

export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const running = new Set<Promise<void>>();
  /** Endpoints that may have more to send than there was room for. */
  const hungry = new Set<string>();
  const places = placesOf(deps);
  const halt = new AbortController();
  let stopping = false;

  const begin = (endpoint: EndpointDoc, claimed: ClaimedDelivery) => {
    const attempt = deliver(deps, endpoint, claimed, halt.signal)
      .catch((error: unknown) => deps.logger.error({ err: error, delivery: claimed._id }, "an attempt was not recorded"))
      .finally(() => {
        running.delete(attempt);
        places.give(endpoint._id);
        const waiting = [...hungry];
        hungry.clear();
        kick(waiting);
      });
    running.add(attempt);
  };

  /** Claims deliveries of an endpoint while there is room; one only when it is to end a pause. */
  const fill = async (endpoint: EndpointDoc): Promise<void> => {
    const { _id } = endpoint;
    const most = await mostOf(deps, endpoint);
    for (let begun = 0; begun < most && !stopping; begun += 1) {
      if (!places.take(_id)) break;
      const claimed = await claimFrom(deps, _id).catch((error: unknown) => {
        places.give(_id);
        throw error;
      });
      if (!claimed) return places.give(_id);
      begin(endpoint, claimed);
    }
    if (most > 0) hungry.add(_id);
  };

  const fillAgain = async (endpointId: string): Promise<void> => {
    const endpoint = await deps.endpoints.find(endpointId);
    if (endpoint?.enabled) await fill(endpoint);
  };

  const kick = (endpointIds: readonly string[]) => {
    if (stopping) return;
    for (const id of endpointIds) {
      // What is missed now is found by the next sweep.
      fillAgain(id).catch((error: unknown) => deps.logger.warn({ err: error, endpoint: id }, "deliveries were not claimed"));
    }
  };

  const settled = () => untilEmpty(running);

  return {
    async sweep() {
      if (stopping) return;
      const endpoints = await deps.endpoints.enabled();
      await Promise.all(endpoints.map(fill));
    },
    kick,
    settled,
    async stop() {
      stopping = true;
      await Promise.race([settled(), wait(GRACE_MS)]);
      halt.abort();
      await settled();
      deps.post.close();
    },
  };
}

async function untilEmpty(running: ReadonlySet<Promise<void>>): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}

function claimFrom({ clock, queue }: DispatcherDeps, endpointId: string): Promise<ClaimedDelivery | null> {
  const now = clock.now();
  return queue.claim(endpointId, now, { leaseId: uuid(), until: new Date(now.getTime() + LEASE_MS) });
}

/** How many attempts an endpoint may have now: none during a pause, one after it, any number when all is well. */
async function mostOf({ clock, queue, endpoints }: DispatcherDeps, endpoint: EndpointDoc): Promise<number> {
  if (!endpoint.pausedUntil) return Number.POSITIVE_INFINITY;
  const now = clock.now();
  if (endpoint.pausedUntil > now || !(await queue.hasDue(endpoint._id, now))) return 0;
  return (await endpoints.takeProbe(endpoint, new Date(now.getTime() + LEASE_MS))) ? 1 : 0;
}

async function deliver(deps: DispatcherDeps, endpoint: EndpointDoc, claimed: ClaimedDelivery, signal: AbortSignal): Promise<void> {
  await deps.faults.hit("webhook.delivery.claimed");
  const letter = { id: claimed.eventId, body: claimed.body };
  const result = await sendAttempt(deps, endpoint, letter, { timeoutMs: attemptTimeout(deps), signal });
  if (!result || result.error === "ABORTED") await deps.queue.release(claimed, deps.clock.now());
  else await recordAttempt(deps, claimed, result);
}

/** Counts the attempts under way: a slow endpoint holds its own places only. */
function placesOf({ config }: Pick<DispatcherDeps, "config">) {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(endpointId: string): boolean {
      const own = taken.get(endpointId) ?? 0;
      if (all >= config.read("webhook.concurrency") || own >= config.read("webhook.endpoint_concurrency")) return false;
      taken.set(endpointId, own + 1);
      all += 1;
      return true;
    },
    give(endpointId: string): void {
      const own = taken.get(endpointId) ?? 0;
      if (own > 1) taken.set(endpointId, own - 1);
      else taken.delete(endpointId);
      all -= 1;
    },
  };
}
