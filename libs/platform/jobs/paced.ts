import { SECOND } from "#libs/kernel/clock.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";

/** Shorter work is never delayed. */
const CHEAP_MS = SECOND;
/** Longer work takes at most one in this many parts of the time. */
const REST_PER_RUN = 10;

/**
 * Work that a job starts on every call. Work that takes long, because its data has grown, skips calls in proportion to its duration.
 * @param work resolves to false when it took long for another reason, such as a busy machine
 */
export function paced(work: () => Promise<unknown>): () => Promise<void> {
  let nextAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const began = elapsedMs();
    if (began < nextAt) return;
    const isGrown = await work();
    const took = elapsedMs() - began;
    if (took > CHEAP_MS && isGrown !== false) nextAt = began + took * REST_PER_RUN;
  };
}
