import { outsideActions } from "#libs/contract-kit/running-action.ts";
import { continueTrace } from "#libs/contract-kit/tracing.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { withDeadline } from "#libs/kernel/with-deadline.ts";
import { hasLapsed } from "#libs/platform/mongo/lapsed-lease.ts";
import type { ClaimedDelivery } from "../data/delivery-queue.store.ts";
import type { EndpointDoc } from "../data/endpoint.model.ts";
import { correlationIdOf } from "../domain/payload.ts";
import { concurrencyLimiter } from "./concurrency-limiter.ts";
import { recordAttempt } from "./record-attempt.ts";
import { attemptTimeout, sendAttempt } from "./send-attempt.ts";
import type { SendingDeps } from "./sending-deps.ts";

/** Longer than an attempt with its checks and records. The claims of a process that died expire after this time. */
const LEASE_MS = 40 * SECOND;
/** Time that a stopping process gives the attempts under way. */
const STOP_GRACE_MS = 3 * SECOND;

export interface Dispatcher {
  /**
   * Begins the attempts that are due, up to the concurrency limits, and does not wait for them. Resolves to whether any endpoint is
   * enabled.
   */
  sendDue(): Promise<boolean>;
  /** Begins the due attempts of some endpoints soon. Never fails. */
  sendSoon(endpointIds: readonly string[]): void;
  /** Begins no more attempts, waits three seconds for those under way, then aborts them and releases their claims. */
  stop(): Promise<void>;
}

export function createDispatcher(deps: SendingDeps): Dispatcher {
  const running = new Set<Promise<unknown>>();
  /** Endpoints that may have more due deliveries than the limits allowed. */
  const backlogged = new Set<string>();
  const limiter = concurrencyLimiter(deps);
  const abort = new AbortController();
  let stopping = false;

  const begin = (endpoint: EndpointDoc, claimed: ClaimedDelivery) => {
    const attempt = deliverTraced(deps, endpoint, claimed, abort.signal).finally(() => {
      running.delete(attempt);
      limiter.release(endpoint._id);
      const endpointIds = [...backlogged];
      backlogged.clear();
      sendSoon(endpointIds);
    });
    running.add(attempt);
  };

  /** Claims due deliveries of an endpoint up to the limits; only one if it is the probe that ends a pause. */
  const sendDueOf = async (endpoint: EndpointDoc): Promise<void> => {
    const { _id } = endpoint;
    // Due deliveries wait; the job sends them when webhooks are switched on again. Time without attempts is no time of failures.
    if (deps.config.isSwitchedOff("WEBHOOKS")) return endpoint.failures > 0 ? deps.endpoints.resetHealth(_id) : undefined;
    const allowed = await allowedAttempts(deps, endpoint);
    for (let begun = 0; begun < allowed && !stopping; begun += 1) {
      if (!limiter.tryAcquire(_id)) break;
      const claimed = await claimFrom(deps, _id).catch((error: unknown) => {
        limiter.release(_id);
        throw error;
      });
      if (!claimed) return limiter.release(_id);
      begin(endpoint, claimed);
    }
    if (allowed > 0) backlogged.add(_id);
  };

  const sendDueById = async (endpointId: string): Promise<void> => {
    const endpoint = await deps.endpoints.find(endpointId);
    if (endpoint?.enabled) await sendDueOf(endpoint);
  };

  const sendSoon = (endpointIds: readonly string[]) => {
    if (stopping) return;
    for (const endpointId of endpointIds) {
      // The job `webhook.send-due` finds deliveries that are missed here.
      sendDueById(endpointId).catch((error: unknown) =>
        deps.logger.warn({ err: error, endpoint: endpointId }, "webhook deliveries not claimed; the job will claim them"),
      );
    }
  };

  return {
    async sendDue() {
      if (stopping) return false;
      const endpoints = await deps.endpoints.listEnabled();
      await Promise.all(endpoints.map(sendDueOf));
      return endpoints.length > 0;
    },
    sendSoon,
    async stop() {
      stopping = true;
      await withDeadline(untilEmpty(running), STOP_GRACE_MS, () => undefined);
      abort.abort();
      await untilEmpty(running);
      deps.post.close();
    },
  };
}

async function untilEmpty(running: ReadonlySet<Promise<unknown>>): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}

function claimFrom({ clock, queue }: SendingDeps, endpointId: string): Promise<ClaimedDelivery | null> {
  const now = clock.now();
  return queue.claim(endpointId, now, { leaseId: uuid(), until: new Date(now.getTime() + LEASE_MS) });
}

/** Number of attempts that the health of an endpoint allows now: zero during a pause, one when it ends, otherwise unlimited. */
async function allowedAttempts({ clock, config, queue, endpoints }: SendingDeps, endpoint: EndpointDoc): Promise<number> {
  if (!endpoint.pausedUntil) return Number.POSITIVE_INFINITY;
  const now = clock.now();
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  const longestPauseMs = Math.max(LEASE_MS, config.read("webhook.circuit_pause_seconds") * SECOND);
  if (!hasLapsed(endpoint.pausedUntil, now, after(longestPauseMs))) return 0;
  if (!(await queue.hasDue(endpoint._id, now, after(LEASE_MS)))) return 0;
  return (await endpoints.claimProbe(endpoint, after(LEASE_MS))) ? 1 : 0;
}

/** {@link deliver} in the trace of the event. */
function deliverTraced(deps: SendingDeps, endpoint: EndpointDoc, claimed: ClaimedDelivery, signal: AbortSignal): Promise<boolean> {
  const origin = { requestId: correlationIdOf(claimed.body), traceparent: claimed.traceparent };
  return continueTrace(
    { name: "webhook.delivery", kind: "client" },
    origin,
    (own) => outsideActions(own, () => deliver(deps, endpoint, claimed, signal)),
    (delivered) => !delivered,
  );
}

/** Whether the receiver has accepted it. Never rejects. */
async function deliver(deps: SendingDeps, endpoint: EndpointDoc, claimed: ClaimedDelivery, signal: AbortSignal): Promise<boolean> {
  try {
    await deps.faults.hit("webhook.delivery.claimed");
    const payload = { id: claimed.eventId, body: claimed.body };
    const result = await sendAttempt(deps, endpoint, payload, { timeoutMs: attemptTimeout(deps), signal });
    if (!result || result.error === "ABORTED") await deps.queue.release(claimed, deps.clock.now());
    else await recordAttempt(deps, endpoint, claimed, result);
    return result?.delivered ?? false;
  } catch (error) {
    deps.logger.error({ err: error, delivery: claimed._id }, "webhook attempt not recorded; it will be repeated");
    return false;
  }
}
