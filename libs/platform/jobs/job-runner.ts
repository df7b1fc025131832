import type { Logger } from "pino";
import { outsideActions } from "#libs/contract-kit/running-action.ts";
import { beginTrace } from "#libs/contract-kit/tracing.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";

/** Recurring work. */
export interface Job {
  readonly name: string;
  /** Milliseconds from the end of a run to the start of the next one. */
  readonly everyMs: number;
  run(): Promise<void>;
  /** Whether the job certainly has nothing to do now; then the run is skipped, except after `runNow`. */
  rests?(): boolean;
}

/** Runs jobs; a job never runs twice at the same time in one process. */
export interface JobRunner {
  /** Throws when a job of that name exists. */
  add(job: Job): void;
  /** Removes a job and waits for its run. */
  remove(name: string): Promise<void>;
  start(): void;
  /** Starts no more runs and waits for those under way. */
  stop(): Promise<void>;
  /** The time since the last success of each job, in periods of the job. */
  silences(): readonly { readonly name: string; readonly periods: number }[];
  /** One run that begins after the call; rejects as the job does. */
  runNow(name: string): Promise<void>;
}

interface Entry {
  readonly job: Job;
  /** The requested runs, one after the other. */
  tail: Promise<void>;
  timer: NodeJS.Timeout | undefined;
  removed: boolean;
  /** `elapsedMs` of its last success; before the first one, of its registration. */
  succeededAt: number;
}

/** Periods shorter than this count as this long: a busy machine delays a run by seconds. */
const MIN_PERIOD_MS = 12_000;

export function createJobRunner({ logger }: { readonly logger: Logger }): JobRunner {
  const entries = new Map<string, Entry>();
  let running = false;

  const run = (entry: Entry): Promise<void> => {
    const { job } = entry;
    const requestId = `job-${job.name}-${uuid()}`;
    const outcome = entry.tail
      .then(() => beginTrace({ name: job.name, kind: "internal" }, { requestId }, (origin) => outsideActions(origin, () => job.run())))
      .then(() => {
        entry.succeededAt = elapsedMs();
      });
    entry.tail = outcome.catch((error: unknown) => logger.error({ err: error, job: job.name, requestId }, "job failed"));
    return outcome;
  };

  const schedule = (entry: Entry) => {
    if (!running || entry.removed) return;
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => {
      if (entry.job.rests?.()) {
        entry.succeededAt = elapsedMs();
        return schedule(entry);
      }
      run(entry).then(
        () => schedule(entry),
        () => schedule(entry),
      );
    }, entry.job.everyMs);
    entry.timer.unref();
  };

  return {
    add(job) {
      if (entries.has(job.name)) throw new Error(`a job ${job.name} exists already`);
      const entry: Entry = { job, tail: Promise.resolve(), timer: undefined, removed: false, succeededAt: elapsedMs() };
      entries.set(job.name, entry);
      schedule(entry);
    },
    async remove(name) {
      const entry = entries.get(name);
      if (!entry) return;
      entries.delete(name);
      entry.removed = true;
      clearTimeout(entry.timer);
      await entry.tail;
    },
    start() {
      running = true;
      for (const entry of entries.values()) schedule(entry);
    },
    async stop() {
      running = false;
      for (const { timer } of entries.values()) clearTimeout(timer);
      await Promise.all([...entries.values()].map(({ tail }) => tail));
    },
    silences: () =>
      [...entries.values()].map(({ job, succeededAt }) => ({
        name: job.name,
        periods: (elapsedMs() - succeededAt) / Math.max(job.everyMs, MIN_PERIOD_MS),
      })),
    runNow(name) {
      const entry = entries.get(name);
      return entry ? run(entry) : Promise.reject(new Error(`unknown job ${name}`));
    },
  };
}
