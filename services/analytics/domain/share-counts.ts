import type { Share } from "./rollup.ts";

/** Adds up the shares of many days. */
export interface ShareCounts {
  add(shares: readonly Share[]): void;
  subtract(shares: readonly Share[]): void;
  /** The most frequent values. Equal counts are in the order of the database: null first, then by bytes. */
  top(limit: number): Share[];
}

export function shareCounts(): ShareCounts {
  const counts = new Map<string | null, number>();
  const change = (shares: readonly Share[], sign: 1 | -1) => {
    for (const { value, count } of shares) counts.set(value, (counts.get(value) ?? 0) + sign * count);
  };
  return {
    add: (shares) => change(shares, 1),
    subtract: (shares) => change(shares, -1),
    top(limit) {
      const shares = [...counts].map(([value, count]) => ({ value, count })).filter(({ count }) => count > 0);
      return shares.sort((a, b) => b.count - a.count || compareValues(a.value, b.value)).slice(0, limit);
    },
  };
}

function compareValues(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
