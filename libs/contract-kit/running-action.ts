import { AsyncLocalStorage } from "node:async_hooks";
import type { ActionContract } from "./contract.ts";

const running = new AsyncLocalStorage<ActionContract | null>();

/** Runs the work of an action so that whatever it calls can ask which action it works for. */
export function whileRunning<T>(contract: ActionContract, work: () => Promise<T>): Promise<T> {
  return running.run(contract, work);
}

/** Runs work that an action may have set off, but that is not its own: the handling of an event. */
export function outsideActions<T>(work: () => Promise<T>): Promise<T> {
  return running.run(null, work);
}

/** The action under way; null in jobs and event handlers. */
export function runningAction(): ActionContract | null {
  return running.getStore() ?? null;
}

/** Whether an action is one of the administration's. */
export function isAdminAction({ http }: ActionContract): boolean {
  return http?.path.startsWith("/admin/") ?? false;
}
