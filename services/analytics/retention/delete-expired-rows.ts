import { utcDay } from "#libs/kernel/clock.ts";
import type { Deps } from "../deps.ts";
import { retentionCutoff } from "../domain/closed-periods.ts";

/** Rows that one command deletes. */
const BATCH_SIZE = 1_000;
/** Batches of each collection in one run; the next run deletes the rest. */
const MAX_BATCHES = 100;

export type RetentionDeps = Pick<Deps, "clock" | "config" | "sessions" | "pageViews" | "bioViews" | "pageDays" | "paidMessages">;

/** Deletes rows that are older than the retention, whole days at a time. Reports do not use rollups of these days any more. */
export async function deleteExpiredRows(deps: RetentionDeps): Promise<void> {
  const { clock, config, sessions, pageViews, bioViews, pageDays, paidMessages } = deps;
  const cutoff = retentionCutoff(clock.now(), config.read("analytics.retention_days"));
  const batches = [
    () => pageViews.deleteOlderThan(cutoff, BATCH_SIZE),
    () => bioViews.deleteOlderThan(cutoff, BATCH_SIZE),
    () => sessions.deleteOlderThan(cutoff, BATCH_SIZE),
    () => paidMessages.deleteOlderThan(cutoff, BATCH_SIZE),
    // Last: a rollup without its rows would count again if the retention became longer.
    () => pageDays.deleteBefore(utcDay(cutoff), BATCH_SIZE),
  ];
  for (const deleteBatch of batches) {
    for (let count = 0; count < MAX_BATCHES && (await deleteBatch()) === BATCH_SIZE; count += 1);
  }
}
