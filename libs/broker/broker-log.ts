import type { LogLevels } from "moleculer";
import type { Logger } from "#libs/log/logger.ts";

const LEVELS: readonly LogLevels[] = ["fatal", "error", "warn", "info", "debug", "trace"];

/**
 * What the broker says, from warnings upwards, as lines of the process's own log: its texts and at most one error.
 * Whatever else it names is left out, for that may be the parameters of a call.
 */
export function brokerLog(logger: Logger, mod: string): Record<LogLevels, (...said: readonly unknown[]) => void> {
  const log = logger.child({ mod }, { level: logger.isLevelEnabled("warn") ? "warn" : logger.level });
  const lineOf =
    (level: LogLevels) =>
    (...said: readonly unknown[]) => {
      const err = said.find((each) => each instanceof Error);
      const text = said.filter((each) => typeof each === "string").join(" ");
      log[level](err ? { err } : {}, text);
    };
  return Object.fromEntries(LEVELS.map((level) => [level, lineOf(level)])) as Record<LogLevels, (...said: readonly unknown[]) => void>;
}
