import { AppError } from "#libs/errors/app-error.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { randomFraction } from "#libs/kernel/random.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";
import { wait } from "#libs/kernel/wait.ts";

/** Shorter than the gateway's timeout of the action. */
const RETRY_FOR_MS = 5 * SECOND;
const FIRST_PAUSE_MS = 5;
const MAX_PAUSE_MS = 100;

/**
 * Optimistic concurrency: repeats read, decision and conditional write until the document is unchanged in between. Pauses for a random time
 * between attempts, so that two processes do not collide again and again. Throws error.conflict after five seconds.
 * @param attempt reads, decides and writes; resolves to false when the document has changed since it was read
 */
export async function retryOnConflict(attempt: () => Promise<boolean>): Promise<void> {
  const end = elapsedMs() + RETRY_FOR_MS;
  for (let pauseMs = FIRST_PAUSE_MS; !(await attempt()); pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    if (elapsedMs() > end) throw new AppError("error.conflict");
    await wait(randomFraction() * pauseMs);
  }
}
