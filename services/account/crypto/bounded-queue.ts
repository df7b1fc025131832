import { AppError } from "#libs/errors/app-error.ts";

/** Runs work with a bound on how much runs and how much waits; tells it whether it had to. */
type BoundedQueue = <T>(work: (waited: boolean) => Promise<T>) => Promise<T>;

/** @throws AppError error.service_unavailable (503) for work that would be behind `maxWaiting` others */
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
    // The permit passes to the next one, so `running` stays.
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
