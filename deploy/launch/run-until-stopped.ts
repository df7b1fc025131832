import type { Logger } from "#libs/platform/log/logger.ts";

/** Longest time a stop may take, in milliseconds. */
const STOP_MS = 9_500;
/** The same when the parent process has died, and store and broker with it: there is nothing left to finish. */
const ABANDONED_MS = 2_000;
/** Signals within this time count as one: npm forwards a signal that the terminal has already sent to the whole process group. */
const SAME_SIGNAL_MS = 200;
/** Interval of the check whether the shell of npm still runs, in milliseconds. */
const LOOK_FOR_SHELL_MS = 1_000;
/** Exit code after a second signal: that of SIGINT. */
const INTERRUPTED = 130;

interface StopOptions {
  /** Ends immediately everything that this process has started: at a second signal, and when the stop takes too long. */
  abort?(): void;
  /** Longest time a stop may take, in milliseconds. @internal for tests */
  stopMs?: number;
  /** Ends the process when it has stopped; `process.exit` if absent. */
  exit?(code: number): void;
}

/**
 * Keeps a process running until SIGTERM or SIGINT, or until the npm that started it has ended. Then it stops once and exits 0; an uncaught
 * error ends it with 1. A second signal ends it at once with 130. A stop that takes too long ends it with 1.
 */
export function runUntilStopped(logger: Logger, stop: () => Promise<void>, options: StopOptions = {}): void {
  const { abort, exit = process.exit, stopMs = STOP_MS } = options;
  let stoppingSince: number | null = null;
  /** A hung process handles no signal, and would be left behind. */
  const giveUp = () => {
    abort?.();
    exit(1);
  };
  const end = async (code: number, withinMs: number): Promise<void> => {
    if (stoppingSince !== null) return;
    stoppingSince = performance.now();
    setTimeout(giveUp, withinMs).unref();
    await stop();
    exit(code);
  };
  const ended = (code: number, withinMs = stopMs) => void end(code, withinMs).catch(giveUp);
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.on(signal, () => {
      if (stoppingSince === null) return ended(0);
      if (performance.now() - stoppingSince < SAME_SIGNAL_MS) return;
      abort?.();
      process.exit(INTERRUPTED);
    });
  }
  process.on("disconnect", () => ended(0, ABANDONED_MS));
  whenNpmEnds(() => ended(0));
  for (const source of ["uncaughtException", "unhandledRejection"]) {
    process.on(source, (error) => {
      logger.fatal({ err: error }, source);
      ended(1);
    });
  }
}

/** npm passes a signal to the shell in which it runs this process, and some shells end without passing it on. */
function whenNpmEnds(callback: () => void): void {
  if (!process.env.npm_lifecycle_event || process.connected) return;
  const { ppid: shell } = process;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    callback();
  }, LOOK_FOR_SHELL_MS).unref();
}
