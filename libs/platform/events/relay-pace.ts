import { SECOND } from "#libs/kernel/clock.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";

/** After this, another relay publishes the rows of one that died: no fact may wait 5 s while the bus is available. */
export const LEASE_MS = 3 * SECOND;
const POLL_MS = SECOND / 2;
/** As long as the lease of a row that was written last, and some looks more. */
const BUSY_MS = LEASE_MS + 2 * SECOND;
/**
 * Between two looks for rows of another process, which may die at any time. A look that finds none, not even one that is leased, has
 * found that nothing was written before it: what is written later keeps its lease for most of this time.
 */
const BESIDE_OTHERS_MS = LEASE_MS + SECOND;
/** A process that is the only one looks when it starts and while it writes; this is for what nobody has thought of. */
const ALONE_MS = 28 * SECOND;

/** When the relays of this process on one database look for rows that were left behind. */
export interface RelayPace {
  /** Rows are being written, or may wait: they are looked for often until their lease has ended. */
  noteWork(): void;
  /** Whether rows are to be expected; otherwise a look begins with the question whether there is any. */
  isBusy(): boolean;
  /** Whether it is time to look. Then the next time is later. @param isAlone no other process publishes rows of this database */
  takeTurn(isAlone: boolean): boolean;
  /** Milliseconds until a relay should ask again. */
  pauseMs(): number;
}

const paces = new WeakMap<Collections, RelayPace>();

/** That of a database: one of its relays looks for all of them. */
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
