import { type Clock, MINUTE, utcDay } from "#libs/kernel/clock.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import { eachByItself } from "#libs/platform/jobs/turns.ts";
import type { Logger } from "#libs/platform/log/logger.ts";
import type { DerivedKind } from "#libs/platform/metrics/declared-metrics.ts";
import type { Metrics } from "#libs/platform/metrics/metrics.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type RecountDoc, recounts } from "./recount.model.ts";

/**
 * Totals and lists that are stored beside the rows from which they follow. Counting the rows for every reader would take longer with every
 * row. Each derived total changes in the transaction that changes its rows, so a recount always gives the same value. A nightly job
 * verifies this.
 */
export interface DerivedTotals {
  readonly kind: DerivedKind;
  /**
   * Up to `limit` ids of the documents that hold such values, in their order, after one of them.
   * @param after null: the first ones
   */
  listIds(after: string | null, limit: number): Promise<readonly string[]>;
  /** Recounts the values of some documents and corrects the wrong ones. Returns the ids of the corrected documents. */
  correct(ids: readonly string[]): Promise<readonly string[]>;
}

interface RecountDeps {
  readonly service: string;
  readonly clock: Clock;
  readonly database: Collections;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Documents of one batch. */
const BATCH_SIZE = 100;
/** Batches of one run of the job; the next run continues. */
const MAX_BATCHES = 50;
/** Maximum number of ids of wrong values in a log line. */
const MAX_LOGGED_IDS = 10;

/**
 * The job that recounts derived totals: once in each UTC day, from its beginning, in batches. A wrong value is corrected, counted in
 * `kept_value_drift_total{kind}` and logged. Two processes may recount the same values; the second one finds them corrected.
 */
export function recountJob(deps: RecountDeps, values: readonly DerivedTotals[]): Job {
  return {
    name: `${deps.service}.recount`,
    everyMs: 5 * MINUTE,
    async run() {
      for (const each of values) await recountInBatches(deps, each);
    },
  };
}

async function recountInBatches({ clock, database, logger, metrics }: RecountDeps, values: DerivedTotals): Promise<void> {
  const { kind } = values;
  const rows = database.collection(recounts);
  const day = utcDay(clock.now());
  let state: Pick<RecountDoc, "day" | "after" | "isDone"> | null = await rows.findOne({ _id: kind });
  if (state?.isDone && state.day === day) return;
  if (!state || state.isDone) state = { day, after: null, isDone: false };
  for (let batch = 0; batch < MAX_BATCHES && !state.isDone; batch += 1) {
    const ids = await values.listIds(state.after, BATCH_SIZE);
    const wrong = ids.length > 0 ? await correctedOf(logger, values, ids) : [];
    if (wrong.length > 0) {
      metrics.derivedTotalDrift.inc({ kind }, wrong.length);
      logger.error({ kind, count: wrong.length, ids: wrong.slice(0, MAX_LOGGED_IDS) }, "derived totals differed from a recount; corrected");
    }
    const isDone = ids.length < BATCH_SIZE;
    state = { ...state, after: isDone ? null : (ids.at(-1) ?? null), isDone };
    await rows.updateOne({ _id: kind }, { $set: state }, { upsert: true });
  }
}

/** The ids of the corrected documents. One that fails is left to the next day, and keeps no other one waiting. */
async function correctedOf(logger: Logger, values: DerivedTotals, ids: readonly string[]): Promise<readonly string[]> {
  try {
    return await values.correct(ids);
  } catch {
    const wrong: string[] = [];
    const work = async (id: string) => void wrong.push(...(await values.correct([id])));
    const failed = await eachByItself(logger, ids, (id) => `recount ${values.kind} ${id}`, work);
    if (failed === ids.length) throw new Error(`no ${values.kind} can be recounted`);
    return wrong;
  }
}
