import { setImmediate as nextTurn } from "node:timers/promises";
import type { PageDayStore } from "../data/page-day.store.ts";
import { keyCounts } from "../domain/key-counts.ts";
import { type CountedKey, packInChunks } from "../rollups/pack-in-chunks.ts";
import type { SplitRange } from "./split-range.ts";

/** Distinct keys that a report holds in memory. */
const MAX_KEYS = 1_000_000;
/** Distinct keys that a report reads for periods without a rollup. */
export const MAX_LIVE_KEYS = 200_000;

/**
 * Counts the distinct keys of a range: those of its rollups without the owner's, and those of the rest. Null when they do not fit into
 * memory, or when a rollup was removed since its totals were read. Then the database has to count.
 */
export async function countDistinctKeys(
  pageDays: PageDayStore,
  { rolledRange: { bioPageId }, periods }: Pick<SplitRange, "rolledRange" | "periods">,
  field: "visitorKeys" | "clickKeys",
  { owner, rest }: { readonly owner: readonly CountedKey[]; readonly rest: readonly CountedKey[] },
): Promise<number | null> {
  const keys = keyCounts();
  let rollupsRead = 0;
  for await (const { value } of pageDays.scanKeys(bioPageId, periods, field)) {
    keys.add(value);
    rollupsRead += 1;
    if (keys.size() > MAX_KEYS) return null;
    await nextTurn();
  }
  if (rollupsRead < periods.length) return null;
  keys.subtract(await packInChunks(owner));
  keys.add(await packInChunks(rest));
  return keys.size();
}
