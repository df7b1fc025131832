import { AppError } from "#libs/errors/app-error.ts";

/** Runs work with a bound on what runs and on what waits. */
export type BoundedQueue = <T>(work: () => Promise<T>) => Promise<T>;

/** @throws AppError error.service_unavailable (503) for work that would have to wait behind `maxWaiting` others. */
export function boundedQueue({ concurrency, maxWaiting }: { readonly concurrency: number; readonly maxWaiting: number }): BoundedQueue {
  let running = 0;
  const waiting: (() => void)[] = [];
  const enter = (): Promise<void> | undefined => {
    if (running < concurrency) {
      running += 1;
      return undefined;
    }
    if (waiting.length >= maxWaiting) throw new AppError("error.service_unavailable");
    return new Promise((resolve) => waiting.push(resolve));
  };
  const leave = () => {
    const next = waiting.shift();
    // The place passes on to the one who waits: `running` stays.
    if (next) next();
    else running -= 1;
  };
  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
