import type { Dimension } from "#libs/contracts/analytics/reports.ts";

/** A sum of measured values and their number. Integers (millionths) add up to the same total in any order of days or rows. */
export interface Measure {
  /** Millionths. */
  readonly micros: bigint;
  readonly count: number;
}

/** How many rows have a value of a dimension. */
export interface Share {
  readonly value: string | null;
  readonly count: number;
}

/** The additive numbers of a range. */
export interface Totals {
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

/** The numbers of one period. Visitors of several periods cannot be added up, because some of them return. */
export interface RollupTotals extends Totals {
  readonly visitors: number;
}

/** The complete stored rollup of a closed period. Keys are encoded (see key-counts.ts). */
export interface Rollup extends RollupTotals {
  /** Visitors, with the number of their sessions. */
  readonly visitorKeys: Buffer;
  /** Sessions in which a link was clicked, with the number of clicks. */
  readonly clickKeys: Buffer;
  /** All values of each dimension; null where there are too many. */
  readonly shares: Readonly<Record<Dimension, readonly Share[] | null>>;
}

const MILLION = 1_000_000n;

/** The mean of the measured values; null without any. */
export function averageOf({ micros, count }: Measure): number | null {
  if (count === 0) return null;
  return (Number(micros / MILLION) + Number(micros % MILLION) / Number(MILLION)) / count;
}
