import type { LogLevels } from "moleculer";
import type { Logger } from "#libs/platform/log/logger.ts";

const LEVELS: readonly LogLevels[] = ["fatal", "error", "warn", "info", "debug", "trace"];

/** Calls did not end before the broker had to: where it gave up says nothing about them. */
const LATE_STOP = "GracefulStopTimeoutError";

/**
 * The log lines of the broker, from warnings upwards, in the log of the process: their texts and at most one error.
 * Other arguments are left out, because they may be the parameters of a call.
 */
export function brokerLog(logger: Logger, mod: string): Record<LogLevels, (...args: readonly unknown[]) => void> {
  const log = logger.child({ mod }, { level: logger.isLevelEnabled("warn") ? "warn" : logger.level });
  const lineOf =
    (level: LogLevels) =>
    (...args: readonly unknown[]) => {
      const err = args.find((each) => each instanceof Error);
      const text = args.filter((each) => typeof each === "string").join(" ");
      if (err?.name === LATE_STOP) log[level](err.message);
      else log[level](err ? { err } : {}, text);
    };
  return Object.fromEntries(LEVELS.map((level) => [level, lineOf(level)])) as Record<LogLevels, (...args: readonly unknown[]) => void>;
}
