import type { Share } from "./day-counts.ts";

/** Adds up shares of many days. */
export interface ShareList {
  add(shares: readonly Share[]): void;
  subtract(shares: readonly Share[]): void;
  /** The greatest; among equals the first ones in the order of the store: null, then by their bytes. */
  greatest(most: number): Share[];
}

export function shareList(): ShareList {
  const counts = new Map<string | null, number>();
  const each = (shares: readonly Share[], sign: 1 | -1) => {
    for (const { value, count } of shares) counts.set(value, (counts.get(value) ?? 0) + sign * count);
  };
  return {
    add: (shares) => each(shares, 1),
    subtract: (shares) => each(shares, -1),
    greatest(most) {
      const shares = [...counts].map(([value, count]) => ({ value, count })).filter(({ count }) => count > 0);
      return shares.sort((a, b) => b.count - a.count || inOrder(a.value, b.value)).slice(0, most);
    },
  };
}

function inOrder(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
