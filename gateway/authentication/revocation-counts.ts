import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";

/** The account processes repeat their number every second. */
const SILENCE_MS = 1.5 * SECOND;
/** A process that has been silent for this long has ended. */
const FORGET_MS = MINUTE;

/** How many revocations each account process has begun, as far as this process has heard. */
export interface RevocationCounts {
  /** Takes over the number that a hint names. Returns whether it is the one that is known already. */
  applyHint(payload: unknown): boolean;
  /** Whether a process is silent, or none has ever been heard: then only asking helps. */
  isSilent(): boolean;
}

export function revocationCounts(): RevocationCounts {
  const known = new Map<string, { readonly count: number; readonly heardAt: number }>();
  return {
    applyHint(payload) {
      const { process, count } = (payload ?? {}) as { process?: unknown; count?: unknown };
      if (typeof process !== "string" || typeof count !== "number") return false;
      const isKnown = known.get(process)?.count === count;
      known.set(process, { count, heardAt: elapsedMs() });
      return isKnown;
    },
    isSilent() {
      const now = elapsedMs();
      for (const [process, { heardAt }] of known) if (now - heardAt >= FORGET_MS) known.delete(process);
      return known.size === 0 || [...known.values()].some(({ heardAt }) => now - heardAt >= SILENCE_MS);
    },
  };
}
