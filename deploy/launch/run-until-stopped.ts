import type { Logger } from "#libs/platform/log/logger.ts";

/** Longest time a stop may take, in milliseconds. */
const STOP_MS = 9_500;
/** The same when the process that started this one is gone, and with it store and broker: nothing can be finished. */
const ABANDONED_MS = 2_000;
/** A signal this soon after another one is the same: npm passes on what the terminal has sent to the whole process group. */
const SAME_SIGNAL_MS = 200;
/** Exit code of a process that a second signal has ended: that of SIGINT. */
const INTERRUPTED = 130;

interface StopOptions {
  /** What a second signal does before the process ends. */
  abort?(): void;
  /** Ends the process when it has stopped; `process.exit` if absent. */
  exit?(code: number): void;
}

/**
 * Keeps a process running until SIGTERM or SIGINT, then stops it once and exits 0; an uncaught error ends it with 1. A second signal ends
 * it at once with 130.
 */
export function runUntilStopped(logger: Logger, stop: () => Promise<void>, { abort, exit = process.exit }: StopOptions = {}): void {
  let stoppingSince: number | null = null;
  const end = async (code: number, withinMs: number): Promise<void> => {
    if (stoppingSince !== null) return;
    stoppingSince = performance.now();
    setTimeout(() => exit(1), withinMs).unref();
    await stop();
    exit(code);
  };
  const ended = (code: number, withinMs = STOP_MS) => void end(code, withinMs).catch(() => exit(1));
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.on(signal, () => {
      if (stoppingSince === null) return ended(0);
      if (performance.now() - stoppingSince < SAME_SIGNAL_MS) return;
      abort?.();
      process.exit(INTERRUPTED);
    });
  }
  process.on("disconnect", () => ended(0, ABANDONED_MS));
  for (const source of ["uncaughtException", "unhandledRejection"]) {
    process.on(source, (error) => {
      logger.fatal({ err: error }, source);
      ended(1);
    });
  }
}
