import { AppError } from "#libs/errors/app-error.ts";

/** Runs a bounded number of tasks and queues a bounded number more. Each task learns whether it had to wait. */
type BoundedQueue = <T>(work: (waited: boolean) => Promise<T>) => Promise<T>;

/** @throws AppError error.service_unavailable (503) when `maxWaiting` tasks wait already */
export function boundedQueue({ concurrency, maxWaiting }: { readonly concurrency: number; readonly maxWaiting: number }): BoundedQueue {
  let running = 0;
  const waiting: (() => void)[] = [];
  const acquire = (): Promise<void> | undefined => {
    if (running < concurrency) {
      running += 1;
      return undefined;
    }
    if (waiting.length >= maxWaiting) throw new AppError("error.service_unavailable");
    return new Promise((resolve) => waiting.push(resolve));
  };
  const release = () => {
    const next = waiting.shift();
    // The permit passes to the next task, so `running` is unchanged.
    if (next) next();
    else running -= 1;
  };
  return async (work) => {
    const turn = acquire();
    await turn;
    try {
      return await work(turn !== undefined);
    } finally {
      release();
    }
  };
}
