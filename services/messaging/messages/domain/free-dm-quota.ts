import type { ErrorKey } from "#libs/errors/catalogue/index.ts";
import { HOUR, nextUtcMidnight, utcDay } from "#libs/kernel/clock.ts";

export interface FreeLimits {
  /** Free messages of a user per UTC day. */
  readonly perDay: number;
  /** Free messages of a user to one creator per UTC day. */
  readonly perCreator: number;
}

/** The errors of the two limits, in the order in which the limits are checked (spec 4.10). */
export const FREE_LIMIT_ERRORS = [
  "message.send.error.free_dm_daily_limit",
  "message.send.error.free_dm_per_creator_limit",
] as const satisfies readonly ErrorKey[];

export interface FreeDay {
  /** YYYY-MM-DD in UTC. */
  readonly day: string;
  /** The UTC midnight at which the counters start again from zero. */
  readonly resetsAt: Date;
  /** When the counters of the day may be deleted. */
  readonly countersExpireAt: Date;
}

export function freeDayOf(now: Date): FreeDay {
  const resetsAt = nextUtcMidnight(now);
  return { day: utcDay(now), resetsAt, countersExpireAt: new Date(resetsAt.getTime() + HOUR) };
}

/**
 * Keys of the two counters: that of the user, and that of the user and the creator. The hash tag `{…}` keeps both on one server of a
 * cluster, because they are counted together.
 */
export function freeCounterKeys(day: string, senderId: string, receiverId: string): readonly [string, string] {
  return [`free-dm:${day}:{${senderId}}`, `free-dm:${day}:{${senderId}}:${receiverId}`];
}

/** How many free messages to one creator are left today. */
export function remainingFreeMessages(limits: FreeLimits, used: { readonly today: number; readonly toCreator: number }): number {
  return Math.max(0, Math.min(limits.perDay - used.today, limits.perCreator - used.toCreator));
}
