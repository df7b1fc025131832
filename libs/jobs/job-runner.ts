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

export declare function createJobRunner(deps: { readonly logger: Logger }): JobRunner;
