/** The one source of time. All code that compares or stores an instant reads it. */
export interface Clock {
  /** The current instant. */
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that a test can move; it continues from its new time, unless it is stopped. */
export interface ShiftableClock extends Clock {
  advance(milliseconds: number): void;
  set(instant: Date): void;
  /** Freezes the clock at this moment until it is reset. */
  stop(): void;
  reset(): void;
}

export function shiftableClock(): ShiftableClock {
  let offset = 0;
  let stopped: number | null = null;
  const time = () => stopped ?? Date.now();
  return {
    now: () => new Date(time() + offset),
    advance(milliseconds) {
      offset += milliseconds;
    },
    set(instant) {
      offset = instant.getTime() - time();
    },
    stop() {
      stopped = time();
    },
    reset() {
      offset = 0;
      stopped = null;
    },
  };
}

/** Day of an instant in UTC, as YYYY-MM-DD. */
export function utcDay(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** The day that is a number of days after that of an instant, in UTC, as YYYY-MM-DD. */
export function utcDayAfter(instant: Date, days: number): string {
  return utcDay(new Date(instant.getTime() + days * DAY));
}

/** The first instant of a month in UTC, and that of the next one. @param month YYYY-MM */
export function utcMonth(month: string): { readonly from: Date; readonly to: Date } {
  const from = new Date(`${month}-01T00:00:00.000Z`);
  return { from, to: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1)) };
}

/** The next UTC midnight after an instant. */
export function nextUtcMidnight(instant: Date): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth(), instant.getUTCDate() + 1));
}

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
