import type { Logger } from "pino";

/** Work that comes back. */
export interface Job {
  readonly name: string;
  /** Milliseconds from the end of a run to the begin of the next. */
  readonly everyMs: number;
  run(): Promise<void>;
}

/** Runs jobs; a job never runs twice at the same time in one process. */
export interface JobRunner {
  /** Throws when a job of that name is there. */
  add(job: Job): void;
  /** Takes a job out and waits for its run. */
  remove(name: string): Promise<void>;
  start(): void;
  /** Starts no further runs and waits for those that are under way. */
  stop(): Promise<void>;
  /** One run that begins after the call; rejects as the job does. */
  runNow(name: string): Promise<void>;
}

interface Entry {
  readonly job: Job;
  /** The runs that were asked for, one after the other. */
  tail: Promise<void>;
  timer: NodeJS.Timeout | undefined;
  removed: boolean;
}

export function createJobRunner({ logger }: { readonly logger: Logger }): JobRunner {
  const entries = new Map<string, Entry>();
  let running = false;

  const run = (entry: Entry): Promise<void> => {
    const outcome = entry.tail.then(() => entry.job.run());
    entry.tail = outcome.catch((error: unknown) => logger.error({ err: error, job: entry.job.name }, "job failed"));
    return outcome;
  };

  const schedule = (entry: Entry) => {
    if (!running || entry.removed) return;
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => {
      run(entry).then(
        () => schedule(entry),
        () => schedule(entry),
      );
    }, entry.job.everyMs);
    entry.timer.unref();
  };

  return {
    add(job) {
      if (entries.has(job.name)) throw new Error(`there is a job ${job.name} already`);
      const entry: Entry = { job, tail: Promise.resolve(), timer: undefined, removed: false };
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
    runNow(name) {
      const entry = entries.get(name);
      return entry ? run(entry) : Promise.reject(new Error(`there is no job ${name}`));
    },
  };
}
