import type { Clock } from "#libs/kernel/clock.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";
import type { Job } from "./job-runner.ts";

/** Work for which a job searches only when there may be some. */
export interface RestingWork extends Pick<Job, "run" | "rests"> {
  rests(): boolean;
  /** There is work: the next run searches for it. */
  wake(): void;
  /** There will be work: the first run after this time searches for it. */
  wakeAt(at: Date): void;
}

interface Rest {
  readonly clock: Clock;
  /** The longest rest, because a dead process may have left work behind. */
  readonly restMs: number;
}

/**
 * A job without work rests until `wake`, until the next work is due by the clock, or for `restMs`.
 * @param look searches for work and does it; resolves with true when there was some, or with the time of the next work if it is known
 */
export function resting({ clock, restMs }: Rest, look: () => Promise<boolean | Date | null>): RestingWork {
  let restsUntil = Number.NEGATIVE_INFINITY;
  let dueAt = Number.POSITIVE_INFINITY;
  let wakes = 0;

  const wakeAt = (at: Date) => {
    dueAt = Math.min(dueAt, at.getTime());
  };
  return {
    rests: () => elapsedMs() < restsUntil && clock.now().getTime() < dueAt,
    async run() {
      const wakesBefore = wakes;
      restsUntil = Number.NEGATIVE_INFINITY;
      // A run before that time does not find the work yet.
      if (clock.now().getTime() >= dueAt) dueAt = Number.POSITIVE_INFINITY;
      const found = await look();
      if (found instanceof Date) wakeAt(found);
      if (found !== true && wakes === wakesBefore) restsUntil = elapsedMs() + restMs;
    },
    wake() {
      wakes += 1;
      restsUntil = Number.NEGATIVE_INFINITY;
    },
    wakeAt,
  };
}
