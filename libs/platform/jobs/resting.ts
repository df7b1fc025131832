import { elapsedMs } from "#libs/kernel/timers.ts";

/** A job that looks for work only when there may be some. */
export interface RestingWork {
  run(): Promise<void>;
  /** There is work: the next run looks for it. */
  wake(): void;
}

/**
 * A job that has found nothing rests until it is woken, or for a while: work may have been left behind by a process that died.
 * @param look looks for work and does it; resolves with whether there was any
 */
export function resting(look: () => Promise<boolean>, restMs: number): RestingWork {
  let restsUntil = Number.NEGATIVE_INFINITY;
  let wakes = 0;
  return {
    async run() {
      if (elapsedMs() < restsUntil) return;
      const wakesBefore = wakes;
      const found = await look();
      if (!found && wakes === wakesBefore) restsUntil = elapsedMs() + restMs;
    },
    wake() {
      wakes += 1;
      restsUntil = Number.NEGATIVE_INFINITY;
    },
  };
}
