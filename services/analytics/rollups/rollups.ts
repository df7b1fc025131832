import { keyedMutex } from "#libs/kernel/keyed-mutex.ts";
import { wait } from "#libs/kernel/wait.ts";
import { withDeadline } from "#libs/kernel/with-deadline.ts";
import type { FaultPoints } from "#libs/platform/faults/fault-points.ts";
import type { PageDayStore } from "../data/page-day.store.ts";
import type { PeriodCountStore } from "../data/period-count.store.ts";
import { allRows } from "../data/report-rows.ts";
import { consecutivePeriods, endOf, type Period, startOf } from "../domain/closed-periods.ts";
import type { RollupTotals } from "../domain/rollup.ts";
import { countPeriods, ROLLUP_LIMITS, type RollupLimits } from "./count-periods.ts";
import { nullIfTooSlow } from "./null-if-too-slow.ts";

/**
 * Longest time that a report waits for missing rollups, in milliseconds. It does not wait at all when the first steps show that this is too
 * short. The rollups are then built in the background.
 */
const REPORT_WAIT_MS = 1_000;
/**
 * Rollups are built for `REPORT_WAIT_MS`. Then the build pauses for this long, so that reports can count the other periods from their rows.
 */
const PAUSE_MS = 4_000;
/** Most periods of one step: the hours of two open days. */
const MAX_PERIODS_OF_STEP = 48;
/** A step with fewer rows doubles the number of periods of the next step; one with more rows halves it. */
const SMALL_STEP_ROWS = 5_000;
/** The time of a step predicts that of the next steps only if its periods have at least this many rows on average. */
const MIN_ROWS_FOR_ESTIMATE = 1_000;

export interface Rollups {
  /**
   * The totals of closed periods (sorted) from their rollups. Missing rollups are built first, in the background if that takes long.
   * Periods that are too large for a rollup, or not counted yet, are missing in the result.
   */
  getTotals(bioPageId: string, periods: readonly Period[]): Promise<Map<Period, RollupTotals>>;
}

export interface RollupDeps {
  readonly periodCounts: PeriodCountStore;
  readonly pageDays: PageDayStore;
  readonly faults: FaultPoints;
}

/** The run that builds the missing rollups of a page. */
interface BuildRun {
  /** Resolves when all periods are counted or the run moves to the background; rejects when it fails before. */
  readonly waitable: Promise<void>;
  /** Releases the waiting reports; the run continues in the background. */
  moveToBackground(): void;
  isInBackground: boolean;
}

/** @param waitMs longest time that a report waits for missing rollups, in milliseconds */
export function rollups(deps: RollupDeps, limits: RollupLimits = ROLLUP_LIMITS, waitMs = REPORT_WAIT_MS): Rollups {
  const { pageDays } = deps;
  // One step at a time in this process: tracking requests need the connections, too.
  const mutex = keyedMutex();
  /** By page. */
  const runs = new Map<string, BuildRun>();

  async function build(bioPageId: string, missing: readonly Period[], run: BuildRun): Promise<void> {
    let pauseAt = performance.now() + waitMs;
    let stepSize = await firstStep(deps, bioPageId, missing);
    for (let done = 0; done < missing.length; ) {
      const startedAt = performance.now();
      const periods = consecutivePeriods(missing.slice(done, done + stepSize), stepSize);
      const rows = await mutex("step", () => buildStep(deps, bioPageId, periods, limits));
      if (rows === null && periods.length === 1) return;
      done += rows === null ? 0 : periods.length;
      stepSize = nextStep(stepSize, rows);
      const now = performance.now();
      const step = { rows, periods: periods.length, tookMs: now - startedAt };
      const remainingMs = run.isInBackground ? 0 : estimateMs(step, missing.length - done);
      if (done === missing.length || now + remainingMs < pauseAt) continue;
      run.moveToBackground();
      await wait(PAUSE_MS);
      pauseAt = performance.now() + waitMs;
    }
  }

  function startRun(bioPageId: string, missing: readonly Period[]): BuildRun {
    const { promise: waitable, resolve, reject } = Promise.withResolvers<void>();
    const run: BuildRun = {
      waitable,
      isInBackground: false,
      moveToBackground() {
        run.isInBackground = true;
        resolve();
      },
    };
    runs.set(bioPageId, run);
    build(bioPageId, missing, run)
      .finally(() => runs.delete(bioPageId))
      .then(resolve, reject);
    // The waiting reports may have given up, and then the rejection has no handler. The next report builds the missing periods.
    waitable.catch(() => undefined);
    return run;
  }

  return {
    async getTotals(bioPageId, periods) {
      const waitUntil = performance.now() + waitMs;
      for (let isBuilt = periods.length === 0; ; ) {
        const found: Map<Period, RollupTotals | null> = periods.length === 0 ? new Map() : await pageDays.findTotals(bioPageId, periods);
        const missing = periods.filter((period) => !found.has(period));
        const remainingMs = waitUntil - performance.now();
        // A dashboard requests several reports at once: they share one run.
        const current = runs.get(bioPageId);
        if (isBuilt || missing.length === 0 || remainingMs <= 0 || current?.isInBackground) {
          return new Map([...found].filter((entry): entry is [Period, RollupTotals] => entry[1] !== null));
        }
        await withDeadline((current ?? startRun(bioPageId, missing)).waitable, remainingMs, () => undefined);
        isBuilt = current === undefined;
      }
    },
  };
}

/** Periods of the first step: many when all of them have few rows, as on most pages. */
async function firstStep({ periodCounts }: RollupDeps, bioPageId: string, missing: readonly Period[]): Promise<number> {
  const [first, last] = [missing[0], missing.at(-1)];
  if (first === undefined || last === undefined || first === last) return 1;
  const range = { bioPageId, from: startOf(first), to: endOf(last) };
  const rows = await nullIfTooSlow(() => periodCounts.countRows(allRows(range, "HOUR"), SMALL_STEP_ROWS));
  return rows !== null && rows < SMALL_STEP_ROWS ? MAX_PERIODS_OF_STEP : 1;
}

/** Periods of the next step. @param rows of the last step; null: it was too much for one step */
function nextStep(stepSize: number, rows: number | null): number {
  if (rows === null) return 1;
  return rows < SMALL_STEP_ROWS ? Math.min(MAX_PERIODS_OF_STEP, stepSize * 2) : Math.max(1, stepSize >> 1);
}

/** Time to count more periods of a page, in milliseconds; 0 when the last step does not allow an estimate. */
function estimateMs(step: { readonly rows: number | null; readonly periods: number; readonly tookMs: number }, periods: number): number {
  return (step.rows ?? 0) < MIN_ROWS_FOR_ESTIMATE * step.periods ? 0 : (step.tookMs / step.periods) * periods;
}

/** Counts consecutive periods and saves their rollups. Returns the number of their rows; null when they are too much for one step. */
async function buildStep(
  { periodCounts, pageDays, faults }: RollupDeps,
  bioPageId: string,
  periods: readonly Period[],
  limits: RollupLimits,
): Promise<number | null> {
  const revisions = await pageDays.ensureRevisions(bioPageId, periods);
  if (periods.every((period) => revisions.get(period)?.isCounted)) return 0;
  const rollupsByPeriod = await nullIfTooSlow(() => countPeriods(periodCounts, bioPageId, periods, limits));
  if (rollupsByPeriod === null) return null;
  await faults.hit("analytics.rollup.keep");
  const counted = [...rollupsByPeriod].map(([period, counts]) => ({ period, counts, revision: revisions.get(period)?.revision ?? "" }));
  await pageDays.saveCounts(bioPageId, counted);
  return counted.reduce((sum, { counts }) => sum + (counts ? counts.sessions + counts.pageViews + counts.bioViews : SMALL_STEP_ROWS), 0);
}
