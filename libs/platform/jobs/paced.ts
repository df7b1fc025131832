import { SECOND } from "#libs/kernel/clock.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";

/** Work that takes less is always worth its time. */
const CHEAP_MS = SECOND;
/** The part of the time that longer work may take is one in this many. */
const REST_PER_RUN = 10;

/** Work that a job begins at every call, but that rests in between as what it reads grows. */
export function paced(work: () => Promise<void>): () => Promise<void> {
  let nextAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const began = elapsedMs();
    if (began < nextAt) return;
    await work();
    const took = elapsedMs() - began;
    if (took > CHEAP_MS) nextAt = began + took * REST_PER_RUN;
  };
}
