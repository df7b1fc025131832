/** Upper bounds of the classes of reply times, in seconds; the last class has none. */
export const REPLY_TIME_BOUNDS = [
  ...[60, 120, 300, 600, 900, 1_800, 2_700, 3_600, 5_400, 7_200, 10_800, 14_400, 21_600, 28_800, 43_200, 64_800, 86_400],
  ...[129_600, 172_800, 259_200, 432_000, 604_800, 1_209_600, 2_592_000],
] as const;

/** Which class a reply time belongs to. */
export function replyTimeClass(seconds: number): number {
  const index = REPLY_TIME_BOUNDS.findIndex((bound) => seconds <= bound);
  return index < 0 ? REPLY_TIME_BOUNDS.length : index;
}

/** What happened to the messages of a creator, on a day or in several. */
export interface MessageCounts {
  readonly sent: number;
  readonly replied: number;
  /** Paid messages among the answered ones. */
  readonly paidReplied: number;
  readonly expired: number;
  /** By the creator; what a moderator or the platform ends counts for nobody. */
  readonly declined: number;
  /** Answered messages by class of reply time. */
  readonly replyTimes: Readonly<Record<string, number>>;
}

export interface Statistics {
  readonly paidReplied: number;
  /** Answered part of those that were answered, declined or ran out, 0-1; null when there are none. */
  readonly replyRate: number | null;
  /** About half of the answers came within this time; null when none came. */
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

/** The median of classed values: within its class the values count as evenly spread. */
function medianOf(histograms: readonly MessageCounts["replyTimes"][]): number | null {
  const counts = [...REPLY_TIME_BOUNDS, 0].map((_, index) => histograms.reduce((total, counted) => total + (counted[index] ?? 0), 0));
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
