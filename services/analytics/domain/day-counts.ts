import type { Dimension } from "#libs/contracts/analytics-reports.ts";

/** A sum in whole millionths, so that the sum of days is the sum of their rows in whatever order, and of how many values. */
export interface Measure {
  readonly micros: bigint;
  readonly count: number;
}

export interface Share {
  readonly value: string | null;
  readonly count: number;
}

/** How much happened. */
export interface Numbers {
  readonly sessions: number;
  readonly bounced: number;
  /** Sessions with a second page view. */
  readonly engaged: number;
  readonly pageViews: number;
  readonly linkClicks: number;
  readonly duration: Measure;
  readonly scrollDepth: Measure;
  readonly bioViews: number;
}

/** The numbers of one day, and how many visitors they come from. */
export interface DayNumbers extends Numbers {
  readonly visitors: number;
}

/** Everything that is kept of a day. Keys are packed (see key-counts.ts). */
export interface DayCounts extends DayNumbers {
  /** Visitors, with their sessions. */
  readonly visitorKeys: Buffer;
  /** Sessions in which a link was clicked, with their clicks. */
  readonly clickKeys: Buffer;
  /** All values of a dimension; null: they are too many. */
  readonly shares: Readonly<Record<Dimension, readonly Share[] | null>>;
}

const MILLION = 1_000_000n;

/** The mean of what was measured, or null when nothing was. */
export function averageOf({ micros, count }: Measure): number | null {
  if (count === 0) return null;
  return (Number(micros / MILLION) + Number(micros % MILLION) / Number(MILLION)) / count;
}
