import { AsyncLocalStorage } from "node:async_hooks";
import type { BatchContext } from "#libs/kernel/batcher.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { ActionContract } from "./contract.ts";

/** The request or the job that caused some work. */
export interface Origin {
  /** The correlation id of the request, or of the run of a job. */
  readonly requestId: string | null;
  /** Where the work stands in a trace (W3C Trace Context); absent where nothing is traced. */
  readonly traceparent?: string | undefined;
}

/** The action and the origin of running work. */
interface Running extends Origin {
  /** Null outside of actions. */
  readonly action: ActionContract | null;
}

const running = new AsyncLocalStorage<Running>();

/** Runs the work of an action; during the work, {@link runningAction} returns the contract of that action. */
export function whileRunning<T>(action: ActionContract, origin: Origin, work: () => Promise<T>): Promise<T> {
  return running.run({ ...origin, action }, work);
}

/**
 * Runs work that is not part of an action, such as an event handler or a job, even when an action has started it.
 * @param origin null when the work has no cause outside itself
 */
export function outsideActions<T>(origin: Origin | null, work: () => T): T {
  return running.run({ requestId: origin?.requestId ?? null, traceparent: origin?.traceparent, action: null }, work);
}

/** The action that is running; null in jobs and event handlers. */
export function runningAction(): ActionContract | null {
  return running.getStore()?.action ?? null;
}

/**
 * The correlation id of the running work. It passes through calls, events and webhooks, so one id finds all consequences of a request. Null
 * outside of requests, events and jobs, for example during the start.
 */
export function runningRequestId(): string | null {
  return running.getStore()?.requestId ?? null;
}

/** The trace position of the running work, for the work that it causes; an empty object where nothing is traced. */
export function runningTrace(): { readonly traceparent?: string } {
  const { traceparent } = running.getStore() ?? {};
  return traceparent === undefined ? {} : { traceparent };
}

/** The origin of the running work, for work that it defers or shares with other requests. */
export function runningOrigin(): Origin {
  return { requestId: runningRequestId(), ...runningTrace() };
}

/** Batched work of one request belongs to that request and its trace. A batch of several requests has a correlation id of its own. */
export const originContext: BatchContext<Origin> = {
  current: runningOrigin,
  run(name, origins, work) {
    const [first] = origins;
    const isOfOne = first && first.requestId !== null && origins.every(({ requestId }) => requestId === first.requestId);
    return outsideActions(isOfOne ? first : { requestId: `batch-${name}-${uuid()}` }, work);
  },
};

/** Whether an action belongs to the administration. */
export function isAdminAction({ http }: ActionContract): boolean {
  return http?.path.startsWith("/admin/") ?? false;
}
