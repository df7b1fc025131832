import { SECOND } from "#libs/kernel/clock.ts";

/** The clocks of two synchronized servers differ by less. */
const MAX_CLOCK_SKEW_MS = SECOND;

/** A range of stored lease ends: a lease that ends in it has lapsed. */
export type LapsedRange = { readonly $lte: Date } | { readonly $gt: Date };

/**
 * The ranges in which the end of a lease allows a claim. Either it has passed, or it lies further ahead than a lease that is taken now can
 * reach. The latter was taken while a clock was fast; without the second range the work could not be claimed until that time. Two ranges
 * instead of one condition with `$or`, because an index serves each of them.
 * @param until the end of a lease that is taken now
 */
export function lapsedRanges(now: Date, until: Date): readonly [LapsedRange, LapsedRange] {
  return [{ $lte: now }, { $gt: new Date(until.getTime() + MAX_CLOCK_SKEW_MS) }];
}

/** Lists up to `limit` things whose lease has lapsed. @param list lists those whose lease ends in a range */
export async function listLapsed<T>(
  { now, until, limit }: { readonly now: Date; readonly until: Date; readonly limit: number },
  list: (end: LapsedRange, limit: number) => Promise<T[]>,
): Promise<T[]> {
  const [ended, ahead] = lapsedRanges(now, until);
  const found = await list(ended, limit);
  return found.length < limit ? [...found, ...(await list(ahead, limit - found.length))] : found;
}

/** Claims one thing whose lease has lapsed; null when there is none. @param claim claims one whose lease ends in a range */
export async function claimLapsed<T>(now: Date, until: Date, claim: (end: LapsedRange) => Promise<T | null>): Promise<T | null> {
  const [ended, ahead] = lapsedRanges(now, until);
  return (await claim(ended)) ?? claim(ahead);
}

/** Whether a lease that ends at an instant has lapsed. @param until the end of a lease that is taken now */
export function hasLapsed(end: Date, now: Date, until: Date): boolean {
  return end <= now || end.getTime() > until.getTime() + MAX_CLOCK_SKEW_MS;
}
