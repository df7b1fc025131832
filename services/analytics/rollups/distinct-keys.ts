import { setImmediate as nextTurn } from "node:timers/promises";
import type { PageDayStore } from "../data/page-day.store.ts";
import { type KeyCounts, keyCounts } from "../domain/key-counts.ts";
import { packed } from "./count-days.ts";
import type { PartedRange } from "./parted-range.ts";

/** Different keys that a report holds in memory, and that it reads of days that are not rolled up. */
const MOST_KEYS = 1_000_000;
export const MOST_LIVE_KEYS = 200_000;

type Counted = readonly { readonly key: string; readonly count: number }[];

/**
 * How many different keys there are in a range: in the lists of its rolled days without what the owner did, and in the rest. Null
 * when they are too many to hold, or a list was forgotten since its numbers were read: then the store counts.
 */
export async function distinctKeys(
  pageDays: PageDayStore,
  { own: { bioPageId }, days }: Pick<PartedRange, "own" | "days">,
  field: "visitorKeys" | "clickKeys",
  { own, rest }: { readonly own: Counted; readonly rest: Counted },
): Promise<number | null> {
  const keys: KeyCounts = keyCounts();
  let lists = 0;
  for await (const { value } of pageDays.packed(bioPageId, days, field)) {
    keys.add(value);
    lists += 1;
    if (keys.size() > MOST_KEYS) return null;
    await nextTurn();
  }
  if (lists < days.length) return null;
  keys.subtract(await packed(own));
  keys.add(await packed(rest));
  return keys.size();
}
