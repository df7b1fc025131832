import { DAY } from "#libs/kernel/clock.ts";
import { keyedMutex } from "#libs/kernel/keyed-mutex.ts";
import { wait } from "#libs/kernel/wait.ts";
import { withDeadline } from "#libs/kernel/with-deadline.ts";
import type { FaultPoints } from "#libs/platform/faults/fault-points.ts";
import { isTimeLimitExceeded } from "#libs/platform/mongo/time-limit.ts";
import type { DayCountStore } from "../data/day-count.store.ts";
import type { PageDayStore } from "../data/page-day.store.ts";
import { allRows } from "../data/report-rows.ts";
import { consecutiveDays, startOfDay } from "../domain/closed-days.ts";
import type { DayTotals } from "../domain/day-rollup.ts";
import { countDays, ROLLUP_LIMITS, type RollupLimits } from "./count-days.ts";

/**
 * Longest time that a report waits for missing rollups, in milliseconds. It does not wait when the first steps show that the time will not
 * do. The rollups are then built in the background.
 */
const REPORT_WAIT_MS = 1_000;
/** Rollups are built for `REPORT_WAIT_MS`, then pause for this long, so that reports can count the other days from their rows. */
const PAUSE_MS = 4_000;
/** Most days of one step. */
const MAX_DAYS_OF_STEP = 32;
/** After a step with fewer rows the next step has twice as many days; after one with more rows, half as many. */
const SMALL_STEP_ROWS = 5_000;
/** The time of a step predicts that of the next steps only when each of its days has at least this many rows on average. */
const MIN_ROWS_FOR_ESTIMATE = 1_000;

export interface Rollups {
  /**
   * The totals of closed days (sorted) from their rollups. Missing rollups are built first, in the background if that takes long. Days
   * that are too large for a rollup, or not counted yet, are missing in the result.
   */
  getTotals(bioPageId: string, days: readonly string[]): Promise<Map<string, DayTotals>>;
}

export interface RollupDeps {
  readonly dayCounts: DayCountStore;
  readonly pageDays: PageDayStore;
  readonly faults: FaultPoints;
}

/** The run that builds the missing rollups of a page. */
interface BuildRun {
  /** Resolves when all days are counted or the run goes on in the background; rejects when the run failed before. */
  readonly waitable: Promise<void>;
  /** Lets the reports go on without the rest of the run. */
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

  async function build(bioPageId: string, missing: readonly string[], run: BuildRun): Promise<void> {
    let pauseAt = performance.now() + waitMs;
    let daysOfStep = await firstStep(deps, bioPageId, missing);
    for (let done = 0; done < missing.length; ) {
      const startedAt = performance.now();
      const days = consecutiveDays(missing.slice(done, done + daysOfStep), daysOfStep);
      const rows = await mutex("step", () => buildStep(deps, bioPageId, days, limits));
      if (rows === null && days.length === 1) return;
      done += rows === null ? 0 : days.length;
      daysOfStep = nextStep(daysOfStep, rows);
      const now = performance.now();
      const step = { rows, days: days.length, tookMs: now - startedAt };
      const remainingMs = run.isInBackground ? 0 : estimateMs(step, missing.length - done);
      if (done === missing.length || now + remainingMs < pauseAt) continue;
      run.moveToBackground();
      await wait(PAUSE_MS);
      pauseAt = performance.now() + waitMs;
    }
  }

  function startRun(bioPageId: string, missing: readonly string[]): BuildRun {
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
    // The rejection may have no handler any more. The next report builds the days that are missing then.
    waitable.catch(() => undefined);
    return run;
  }

  return {
    async getTotals(bioPageId, days) {
      const waitUntil = performance.now() + waitMs;
      for (let isBuilt = days.length === 0; ; ) {
        const found: Map<string, DayTotals | null> = days.length === 0 ? new Map() : await pageDays.findTotals(bioPageId, days);
        const missing = days.filter((day) => !found.has(day));
        const remainingMs = waitUntil - performance.now();
        // A dashboard requests several reports at once: they share one run.
        const current = runs.get(bioPageId);
        if (isBuilt || missing.length === 0 || remainingMs <= 0 || current?.isInBackground) {
          return new Map([...found].filter((entry): entry is [string, DayTotals] => entry[1] !== null));
        }
        await withDeadline((current ?? startRun(bioPageId, missing)).waitable, remainingMs, () => undefined);
        isBuilt = current === undefined;
      }
    },
  };
}

/** Days of the first step: many when all of them have few rows, as those of most pages do. */
async function firstStep({ dayCounts }: RollupDeps, bioPageId: string, missing: readonly string[]): Promise<number> {
  const [first, last] = [missing[0], missing.at(-1)];
  if (first === undefined || last === undefined || first === last) return 1;
  const range = { bioPageId, from: startOfDay(first), to: new Date(startOfDay(last).getTime() + DAY) };
  const rows = await nullIfTooSlow(() => dayCounts.countRows(allRows(range), SMALL_STEP_ROWS));
  return rows !== null && rows < SMALL_STEP_ROWS ? MAX_DAYS_OF_STEP : 1;
}

/** Days of the next step. @param rows of the last step; null: it was too much for one step */
function nextStep(daysOfStep: number, rows: number | null): number {
  if (rows === null) return 1;
  return rows < SMALL_STEP_ROWS ? Math.min(MAX_DAYS_OF_STEP, daysOfStep * 2) : Math.max(1, daysOfStep >> 1);
}

/** Time to count more days of a page, in milliseconds; 0 when the last step does not allow an estimate. */
function estimateMs(step: { readonly rows: number | null; readonly days: number; readonly tookMs: number }, days: number): number {
  return (step.rows ?? 0) < MIN_ROWS_FOR_ESTIMATE * step.days ? 0 : (step.tookMs / step.days) * days;
}

/** Counts consecutive days and saves their rollups. Returns the number of their rows; null when the days are too much for one step. */
async function buildStep(
  { dayCounts, pageDays, faults }: RollupDeps,
  bioPageId: string,
  days: readonly string[],
  limits: RollupLimits,
): Promise<number | null> {
  const revisions = await pageDays.ensureRevisions(bioPageId, days);
  if (days.every((day) => revisions.get(day)?.isCounted)) return 0;
  const rollupsByDay = await nullIfTooSlow(() => countDays(dayCounts, bioPageId, days, limits));
  if (rollupsByDay === null) return null;
  await faults.hit("analytics.rollup.keep");
  const counted = [...rollupsByDay].map(([day, counts]) => ({ day, counts, revision: revisions.get(day)?.revision ?? "" }));
  await pageDays.saveCounts(bioPageId, counted);
  return counted.reduce((sum, { counts }) => sum + (counts ? counts.sessions + counts.pageViews + counts.bioViews : SMALL_STEP_ROWS), 0);
}

async function nullIfTooSlow<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (isTimeLimitExceeded(error)) return null;
    throw error;
  }
}
