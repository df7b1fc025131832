import { after } from "./timers.ts";

/**
 * The outcome of some work, or of `onTimeout` when there is none after some milliseconds. The work itself continues; its later outcome is
 * dropped.
 */
export async function withDeadline<T, L>(work: Promise<T>, timeoutMs: number, onTimeout: () => L): Promise<T | L> {
  let stopTimer = () => {};
  const timeout = new Promise<"timeout">((resolve) => {
    stopTimer = after(timeoutMs, () => resolve("timeout"), { keepAlive: true });
  });
  try {
    const outcome = await Promise.race([work.then((value) => ({ value })), timeout]);
    return outcome === "timeout" ? onTimeout() : outcome.value;
  } finally {
    stopTimer();
  }
}
