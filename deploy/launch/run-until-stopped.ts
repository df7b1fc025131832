import type { Logger } from "#libs/platform/log/logger.ts";

/** Longest time a stop may take, in milliseconds. */
const STOP_MS = 10_000;
/** The same when the process that started this one is gone, and with it store and broker: nothing can be finished. */
const ABANDONED_MS = 2_000;

/** Keeps a process running until SIGTERM or SIGINT, then stops it once and exits 0; an uncaught error ends it with 1. */
export function runUntilStopped(logger: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  const end = async (code: number, withinMs: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), withinMs).unref();
    await stop();
    process.exit(code);
  };
  const ended = (code: number, withinMs = STOP_MS) => void end(code, withinMs).catch(() => process.exit(1));
  process.on("SIGTERM", () => ended(0));
  process.on("SIGINT", () => ended(0));
  process.on("disconnect", () => ended(0, ABANDONED_MS));
  for (const source of ["uncaughtException", "unhandledRejection"]) {
    process.on(source, (error) => {
      logger.fatal({ err: error }, source);
      ended(1);
    });
  }
}
