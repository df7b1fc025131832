import { AsyncLocalStorage } from "node:async_hooks";
import type { ActionContract } from "./contract.ts";

/** What running work belongs to. */
interface Running {
  /** Null outside of actions. */
  readonly action: ActionContract | null;
  readonly requestId: string | null;
}

const running = new AsyncLocalStorage<Running>();

/** Runs the work of an action; during the work, {@link runningAction} returns the contract of that action. */
export function whileRunning<T>(action: ActionContract, requestId: string, work: () => Promise<T>): Promise<T> {
  return running.run({ action, requestId }, work);
}

/**
 * Runs work that is not part of an action although an action may have started it, such as the handling of an event or a job.
 * @param requestId the correlation id of the request that caused it, or a new one
 */
export function outsideActions<T>(requestId: string | null, work: () => T): T {
  return running.run({ action: null, requestId }, work);
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

/** Whether an action belongs to the administration. */
export function isAdminAction({ http }: ActionContract): boolean {
  return http?.path.startsWith("/admin/") ?? false;
}
