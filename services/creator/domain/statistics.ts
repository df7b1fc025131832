import { HOUR } from "#libs/kernel/clock.ts";
import { type DocumentOf, json, number } from "#libs/kernel/fields.ts";

/** Upper bounds of the classes of reply times, in seconds; the last class has none. @internal exported for tests */
export const REPLY_TIME_BOUNDS = [
  ...[60, 120, 300, 600, 900, 1_800, 2_700, 3_600, 5_400, 7_200, 10_800, 14_400, 21_600, 28_800, 43_200, 64_800, 86_400],
  ...[129_600, 172_800, 259_200, 432_000, 604_800, 1_209_600, 2_592_000],
] as const;

/** Index of the class of a reply time. */
export function replyTimeClass(seconds: number): number {
  const index = REPLY_TIME_BOUNDS.findIndex((bound) => seconds <= bound);
  return index < 0 ? REPLY_TIME_BOUNDS.length : index;
}

export const messageCountsFields = {
  sent: number,
  replied: number,
  /** Paid messages among the answered ones. */
  paidReplied: number,
  expired: number,
  /** Declined by the creator; messages that a moderator or the platform ended do not count. */
  declined: number,
  /** Answered messages by class of reply time. */
  replyTimes: json<Readonly<Record<string, number>>>(),
};

/** Counts of a creator's messages in a period of one or more days. */
export interface MessageCounts extends DocumentOf<typeof messageCountsFields> {}

export const answersFields = {
  /** Whole percent of the ended messages that were answered within `withinHours`; rounded down. */
  percent: number,
  withinHours: number,
};

/** How many messages a creator answers, and how soon. */
export interface Answers extends DocumentOf<typeof answersFields> {}

export interface Statistics {
  readonly paidReplied: number;
  /** Answered messages divided by all that were answered, declined or expired, 0-1; null when there are none. */
  readonly replyRate: number | null;
  /** Estimated from the classes; null when there were no answers. */
  readonly medianReplySeconds: number | null;
}

export function statisticsOf(days: readonly MessageCounts[]): Statistics {
  const ended = endedOf(days);
  const replied = sumOf(days, "replied");
  return {
    paidReplied: sumOf(days, "paidReplied"),
    replyRate: ended === 0 ? null : Math.round((replied / ended) * 10_000) / 10_000,
    medianReplySeconds: medianOf(replyTimesOf(days)),
  };
}

const HOUR_SECONDS = HOUR / 1_000;
/** Percent of the answers that the time holds. */
const PERCENT_WITHIN = 90;

/**
 * The smallest time in whole hours that holds nine of ten answers; the longest one when none does. Null below a number of ended
 * messages: a figure of few messages would say little, and tell what happened to each of them.
 */
export function answersOf(days: readonly MessageCounts[], minEnded: number): Answers | null {
  const ended = endedOf(days);
  if (ended < minEnded) return null;
  const counts = replyTimesOf(days);
  const needed = sumOf(days, "replied") * PERCENT_WITHIN;
  let answers = { percent: 0, withinHours: 0 };
  let within = 0;
  for (const [index, bound] of REPLY_TIME_BOUNDS.entries()) {
    within += counts[index] ?? 0;
    if (bound % HOUR_SECONDS !== 0) continue;
    answers = { percent: Math.floor((within * 100) / ended), withinHours: bound / HOUR_SECONDS };
    if (within * 100 >= needed) break;
  }
  return answers;
}

function sumOf(days: readonly MessageCounts[], field: "replied" | "paidReplied" | "expired" | "declined"): number {
  return days.reduce((total, day) => total + day[field], 0);
}

function endedOf(days: readonly MessageCounts[]): number {
  return sumOf(days, "replied") + sumOf(days, "expired") + sumOf(days, "declined");
}

/** The number of answers in each class of reply times. */
function replyTimesOf(days: readonly MessageCounts[]): readonly number[] {
  return [...REPLY_TIME_BOUNDS, 0].map((_, index) => days.reduce((total, { replyTimes }) => total + (replyTimes[index] ?? 0), 0));
}

/** Estimates the median of classified values; assumes that the values of a class are spread evenly. */
function medianOf(counts: readonly number[]): number | null {
  const half = counts.reduce((total, count) => total + count, 0) / 2;
  if (half === 0) return null;
  let below = 0;
  for (const [index, count] of counts.entries()) {
    if (below + count >= half) {
      const lower = REPLY_TIME_BOUNDS[index - 1] ?? 0;
      const upper = REPLY_TIME_BOUNDS[index] ?? lower;
      return Math.round(lower + ((half - below) / count) * (upper - lower));
    }
    below += count;
  }
  return null;
}
