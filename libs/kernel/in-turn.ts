/** Runs work of one key one after the other, work of different keys side by side. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Spares those who would only collide in the store: within this process they wait for each other instead. Correctness never
 * rests on it, other processes do not wait.
 */
export function inTurn(): InTurn {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = tails.get(key) ?? Promise.resolve();
    const outcome = before.then(work, work);
    const tail = outcome.catch(() => undefined);
    tails.set(key, tail);
    try {
      return await outcome;
    } finally {
      if (tails.get(key) === tail) tails.delete(key);
    }
  };
}
