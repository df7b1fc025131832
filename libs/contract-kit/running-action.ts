import { AsyncLocalStorage } from "node:async_hooks";
import type { BatchContext } from "#libs/kernel/batcher.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { ActionContract } from "./contract.ts";

/** What caused some work. */
export interface Origin {
  /** The correlation id of the request that caused it, or of the run of a job. */
  readonly requestId: string | null;
  /** Where the work stands in a trace (W3C Trace Context); absent where nothing is traced. */
  readonly traceparent?: string | undefined;
}

/** What running work belongs to. */
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
 * Runs work that is not part of an action although an action may have started it, such as the handling of an event or a job.
 * @param origin null for work of its own that nothing caused
 */
export function outsideActions<T>(origin: Origin | null, work: () => T): T {
  return running.run({ requestId: origin?.requestId ?? null, traceparent: origin?.traceparent, action: null }, work);
}

/** The action that is running; null in jobs and event handlers. */
export function runningAction(): ActionContract | null {
  return running.getStore()?.action ?? null;
}

/**
 * The correlation id of the work that is running. It passes through calls, facts and webhooks, so one id finds everything that one
 * request has caused. Null where no request, fact or job is being handled, as during the start.
 */
export function runningRequestId(): string | null {
  return running.getStore()?.requestId ?? null;
}

/** Where the work that is running stands in a trace, for what it causes; an empty object where nothing is traced. */
export function runningTrace(): { readonly traceparent?: string } {
  const { traceparent } = running.getStore() ?? {};
  return traceparent === undefined ? {} : { traceparent };
}

/** What causes the work that is running, for what is done later or for others at the same time. */
export function runningOrigin(): Origin {
  return { requestId: runningRequestId(), ...runningTrace() };
}

/** Work of one request belongs to it and its trace also in a batch. A batch of several requests has a correlation id of its own. */
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
