import { SECOND } from "#libs/kernel/clock.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";

/** After this time another relay publishes the rows of a dead one: no event may wait 5 s while the bus is available. */
export const LEASE_MS = 3 * SECOND;
const POLL_MS = SECOND / 2;
/** As long as the lease of the last written row, and some polls more. */
const BUSY_MS = LEASE_MS + 2 * SECOND;
/**
 * Time between two polls for rows of another process, which may die at any time. A poll that finds no row, not even a leased one, has found
 * that nothing was written before it. Rows that are written later retain their lease for most of this time.
 */
const BESIDE_OTHERS_MS = LEASE_MS + SECOND;
/** A single process polls when it starts and while it writes; this is a safety net for all other cases. */
const ALONE_MS = 28 * SECOND;

/** The times at which the relays of this process poll one database for rows that were left behind. */
export interface RelayPace {
  /** Rows are being written, or may wait: poll often until their lease has ended. */
  noteWork(): void;
  /** Whether rows are expected; otherwise a poll first checks that there is any. */
  isBusy(): boolean;
  /**
   * Whether it is time to poll; if so, the next time is set.
   * @param isAlone no other process publishes rows of this database
   */
  takeTurn(isAlone: boolean): boolean;
  /** Milliseconds until a relay should check again. */
  pauseMs(): number;
}

const paces = new WeakMap<Collections, RelayPace>();

/** The pace of a database: one of its relays polls for all of them. */
export function relayPaceOf(database: Collections): RelayPace {
  const known = paces.get(database);
  if (known) return known;
  const pace = relayPace();
  paces.set(database, pace);
  return pace;
}

/** @internal for tests */
export function relayPace(): RelayPace {
  let busyUntil = elapsedMs() + BUSY_MS;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const isBusy = () => elapsedMs() < busyUntil;
  return {
    isBusy,
    noteWork() {
      busyUntil = elapsedMs() + BUSY_MS;
    },
    takeTurn(isAlone) {
      const waitMs = isBusy() ? POLL_MS : isAlone ? ALONE_MS : BESIDE_OTHERS_MS;
      if (elapsedMs() - lookedAt < waitMs) return false;
      lookedAt = elapsedMs();
      return true;
    },
    pauseMs: () => (isBusy() ? POLL_MS : BESIDE_OTHERS_MS),
  };
}
