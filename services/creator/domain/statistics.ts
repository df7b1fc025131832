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

export interface Statistics {
  readonly paidReplied: number;
  /** Answered messages divided by all that were answered, declined or expired, 0-1; null when there are none. */
  readonly replyRate: number | null;
  /** Estimated from the classes; null when there were no answers. */
  readonly medianReplySeconds: number | null;
}

export function statisticsOf(days: readonly MessageCounts[]): Statistics {
  const sum = (field: "replied" | "paidReplied" | "expired" | "declined") => days.reduce((total, day) => total + day[field], 0);
  const replied = sum("replied");
  const ended = replied + sum("expired") + sum("declined");
  return {
    paidReplied: sum("paidReplied"),
    replyRate: ended === 0 ? null : Math.round((replied / ended) * 10_000) / 10_000,
    medianReplySeconds: medianOf(days.map(({ replyTimes }) => replyTimes)),
  };
}

/** Estimates the median of classified values; assumes that the values of a class are spread evenly. */
function medianOf(histograms: readonly MessageCounts["replyTimes"][]): number | null {
  const counts = [...REPLY_TIME_BOUNDS, 0].map((_, index) => histograms.reduce((total, histogram) => total + (histogram[index] ?? 0), 0));
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
