/** Runs work of one key one after the other, and work of different keys side by side. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * A mutex for each key, within this process. It saves work that would only collide in the store. Correctness never depends on it, because
 * other processes do not wait.
 * @param failsWaiters whether an error also fails the waiting work, which would only meet the same error later
 */
export function keyedMutex({ failsWaiters = () => false }: { failsWaiters?: (error: unknown) => boolean } = {}): KeyedMutex {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = tails.get(key) ?? Promise.resolve();
    const outcome = before.then(work, (error: unknown) => {
      if (failsWaiters(error)) throw error;
      return work();
    });
    tails.set(key, outcome);
    try {
      return await outcome;
    } finally {
      if (tails.get(key) === outcome) tails.delete(key);
    }
  };
}
