import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";

/** The account processes publish their count every second, so one that misses it is silent. */
const SILENCE_MS = 1.5 * SECOND;
/** A process that has been silent for this long has ended. */
const FORGET_MS = MINUTE;

/** The latest revocation count that each account process has published. */
export interface RevocationCounts {
  /** Stores the count of a hint. Returns true when it was known already. */
  applyHint(payload: unknown): boolean;
  /** Whether a process is silent or none was ever heard. Revocations may then go unnoticed, so the list must be polled. */
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
