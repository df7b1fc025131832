/** A value in a period and in the period before. */
export interface Compared<T> {
  readonly now: T;
  readonly before: T;
}

/** How often a value was seen; null: visits without a value. */
export interface Share {
  readonly value: string | null;
  readonly count: number;
}

/** The referrer of visits without one. */
export const DIRECT = "direct";
/** The API returns at most this many values of a dimension, the most frequent ones. */
const MAX_VALUES = 50;
/** With fewer messages a rate is meaningless. */
export const MIN_MESSAGES = 5;

/** The source whose visits changed most; null: none changed. A source that the API may have cut off in either period is ignored. */
export function largestChange({ now, before }: Compared<readonly Share[]>): (Compared<number> & { readonly source: string }) | null {
  const [countsNow, countsBefore] = [countsOf(now), countsOf(before)];
  const isLeftOut = (counts: ReadonlyMap<string, number>, source: string) => counts.size >= MAX_VALUES && !counts.has(source);
  const [largest] = [...new Set([...countsNow.keys(), ...countsBefore.keys()])]
    .filter((source) => !isLeftOut(countsNow, source) && !isLeftOut(countsBefore, source))
    .map((source) => ({ source, now: countsNow.get(source) ?? 0, before: countsBefore.get(source) ?? 0 }))
    .toSorted((a, b) => Math.abs(b.now - b.before) - Math.abs(a.now - a.before));
  return largest && largest.now !== largest.before ? largest : null;
}

function countsOf(shares: readonly Share[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { value, count } of shares) counts.set(value ?? DIRECT, (counts.get(value ?? DIRECT) ?? 0) + count);
  return counts;
}

interface Step {
  readonly step: string;
  readonly count: number;
}

/** How many visits reached a step of the funnel. */
export function countOf(steps: readonly Step[], step: string): number {
  return steps.find((each) => each.step === step)?.count ?? 0;
}

/** Paid messages per 100 page views, with one decimal; null: too few messages. */
export function messagesPerHundredViews(steps: readonly Step[]): number | null {
  const [views, messages] = [countOf(steps, "BIO_VIEW"), countOf(steps, "PAID_MESSAGE")];
  return views === 0 || messages < MIN_MESSAGES ? null : Math.round((1_000 * messages) / views) / 10;
}
