import type { CpuTimes } from "./cpu-time.ts";

/** The results of a burst of one contender. */
export interface Burst {
  readonly turn: number;
  readonly load: string;
  readonly contender: string;
  /** Rounds a second. */
  readonly perSecond: number;
  /** Milliseconds until an answer. */
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of processor time for each round, by process and of all together. */
  readonly cpu: CpuTimes;
  readonly allCpu: number;
  /** Requests that were refused. */
  readonly refused: number;
}

export type Figure = "perSecond" | "p50" | "p99" | "allCpu";

/** The value below which a part of some values lies; not a number when there are none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** The middle value; of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [below, above] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return below === undefined || above === undefined ? Number.NaN : (below + above) / 2;
}

/** A figure of one contender divided by that of another, for each turn that measured both. */
export function ratios(bursts: readonly Burst[], load: string, figure: Figure, [above, below]: readonly [string, string]): number[] {
  const find = (turn: number, contender: string) =>
    bursts.find((burst) => burst.turn === turn && burst.load === load && burst.contender === contender);
  return [...new Set(bursts.map(({ turn }) => turn))].flatMap((turn) => {
    const [one, other] = [find(turn, above), find(turn, below)];
    return one && other && other[figure] > 0 ? one[figure] / other[figure] : [];
  });
}

/** A run counts with at most this spread, and with enough turns to show it. */
export const MAX_SPREAD = 0.25;
export const MIN_TURNS = 4;

export interface Spread {
  readonly load: string;
  readonly contender: string;
  /** The middle half of the rounds a second, as a part of their median. */
  readonly spread: number;
}

/** How much the peers vary from turn to turn, the largest first. The peers do not change, so this is the noise of the machine. */
export function spreads(bursts: readonly Burst[], peers: readonly string[]): Spread[] {
  const loads = [...new Set(bursts.map(({ load }) => load))];
  const each = loads.flatMap((load) =>
    peers.flatMap((contender) => {
      const values = bursts.filter((burst) => burst.load === load && burst.contender === contender).map(({ perSecond }) => perSecond);
      if (values.length === 0) return [];
      return { load, contender, spread: (quantile(values, 0.75) - quantile(values, 0.25)) / median(values) };
    }),
  );
  return each.toSorted((a, b) => b.spread - a.spread);
}

/** Whether the report of a run may be stored: its peers varied no more than a quiet machine explains. */
export function isQuiet(bursts: readonly Burst[], peers: readonly string[]): boolean {
  const [farthest] = spreads(bursts, peers);
  return turnsOf(bursts) >= MIN_TURNS && farthest !== undefined && farthest.spread <= MAX_SPREAD;
}

export function turnsOf(bursts: readonly Burst[]): number {
  return new Set(bursts.map(({ turn }) => turn)).size;
}
