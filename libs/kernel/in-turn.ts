/** Runs work of one key one after the other, work of different keys side by side. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Spares those who would only collide in the store: within this process they wait for each other instead. Correctness never
 * rests on it, other processes do not wait.
 * @param endsTurn whether an error also meets those who wait meanwhile, who would only find out one after the other
 */
export function inTurn({ endsTurn = () => false }: { endsTurn?: (error: unknown) => boolean } = {}): InTurn {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = tails.get(key) ?? Promise.resolve();
    const outcome = before.then(work, (error: unknown) => {
      if (endsTurn(error)) throw error;
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
