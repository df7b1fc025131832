import { DIMENSIONS } from "#libs/contracts/analytics/reports.ts";
import { keyCounts } from "./key-counts.ts";
import type { Measure, Rollup, Share } from "./rollup.ts";

const NUMBERS = ["sessions", "bounced", "engaged", "visitors", "pageViews", "linkClicks", "bioViews"] as const;

/** Whether two rollups are equal; the order of keys and values does not matter. Null: too large for a rollup. */
export function isSameRollup(one: Rollup | null, other: Rollup | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    NUMBERS.every((name) => one[name] === other[name]) &&
    isSameMeasure(one.duration, other.duration) &&
    isSameMeasure(one.scrollDepth, other.scrollDepth) &&
    hasSameKeys(one.visitorKeys, other.visitorKeys) &&
    hasSameKeys(one.clickKeys, other.clickKeys) &&
    DIMENSIONS.every((dimension) => hasSameShares(one.shares[dimension], other.shares[dimension]))
  );
}

const isSameMeasure = (one: Measure, other: Measure): boolean => one.micros === other.micros && one.count === other.count;

function hasSameKeys(one: Buffer, other: Buffer): boolean {
  const isCovered = (keys: Buffer, by: Buffer) => {
    const left = keyCounts();
    left.add(keys);
    left.subtract(by);
    return left.size() === 0;
  };
  return one.length === other.length && isCovered(one, other) && isCovered(other, one);
}

function hasSameShares(one: readonly Share[] | null, other: readonly Share[] | null): boolean {
  if (one === null || other === null) return one === other;
  const counts = new Map(one.map(({ value, count }) => [value, count]));
  return one.length === other.length && other.every(({ value, count }) => counts.get(value) === count);
}
