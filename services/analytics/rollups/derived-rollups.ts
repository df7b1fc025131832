import type { Clock } from "#libs/kernel/clock.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import type { DerivedTotals } from "#libs/platform/derived-totals/derived-totals.ts";
import type { CountedPeriod, PageDayStore, StoredRollup } from "../data/page-day.store.ts";
import type { PeriodCountStore } from "../data/period-count.store.ts";
import { consecutivePeriods, lengthOf, type Period, startOf, storedSince } from "../domain/closed-periods.ts";
import type { Rollup } from "../domain/rollup.ts";
import { isSameRollup } from "../domain/same-rollup.ts";
import { countPeriods, ROLLUP_LIMITS, type RollupLimits } from "./count-periods.ts";
import { nullIfTooSlow } from "./null-if-too-slow.ts";

interface DerivedRollupDeps {
  readonly clock: Clock;
  readonly config: ConfigReader;
  readonly periodCounts: PeriodCountStore;
  readonly pageDays: PageDayStore;
}

/**
 * Rollups as derived totals: the job compares them with a count of their rows. A wrong one is removed, and the next report counts it. A
 * rollup whose rows change during the count gets another revision and is skipped. Rows that the retention deletes are skipped, too.
 */
export function derivedRollups(
  { clock, config, periodCounts, pageDays }: DerivedRollupDeps,
  limits: RollupLimits = ROLLUP_LIMITS,
): DerivedTotals {
  return {
    kind: "rollup",
    listIds: (after, limit) => pageDays.listCountedIds(after, limit),

    async correct(ids) {
      const since = storedSince(clock.now(), config.read("analytics.retention_days"));
      const stored = (await pageDays.findByIds(ids)).filter(({ period }) => startOf(period) >= since);
      const wrong: StoredRollup[] = [];
      for (const rollups of Map.groupBy(stored, ({ bioPageId, period }) => `${bioPageId} ${lengthOf(period)}`).values()) {
        const bioPageId = rollups[0]?.bioPageId ?? "";
        const counted = await recount(periodCounts, bioPageId, rollups.map(({ period }) => period).sort(), limits);
        wrong.push(...rollups.filter(({ period, counts }) => counted.has(period) && !isSameRollup(counts, counted.get(period) ?? null)));
      }
      return pageDays.removeCounts(wrong);
    },
  };
}

/** The counts of periods of one length, without those that take the database too long. */
async function recount(periodCounts: PeriodCountStore, bioPageId: string, periods: readonly Period[], limits: RollupLimits) {
  const counted = new Map<CountedPeriod["period"], Rollup | null>();
  for (let done = 0; done < periods.length; ) {
    const step = consecutivePeriods(periods.slice(done), periods.length);
    const together = await nullIfTooSlow(() => countPeriods(periodCounts, bioPageId, step, limits));
    for (const period of step) {
      const one = together ?? (await nullIfTooSlow(() => countPeriods(periodCounts, bioPageId, [period], limits)));
      if (one) counted.set(period, one.get(period) ?? null);
    }
    done += step.length;
  }
  return counted;
}
