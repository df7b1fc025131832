import type { LogLevels } from "moleculer";
import { SECOND } from "#libs/kernel/clock.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";
import type { Logger } from "#libs/platform/log/logger.ts";

const LEVELS: readonly LogLevels[] = ["fatal", "error", "warn", "info", "debug", "trace"];

/** Transit's name for the kind of a packet that it could not process, for example `INFO`. The packet came from another node on the bus. */
const PACKET = /^[A-Z]{3,12}$/;
const LINE_EVERY_MS = 10 * SECOND;

/** Calls were still running at the deadline of the shutdown; the stack of the shutdown does not help to explain them. */
const LATE_STOP = "GracefulStopTimeoutError";

/**
 * The log lines of the broker in the log of the process, from warnings upwards: their texts and at most one error. Other arguments are left
 * out, because they may be the parameters of a call.
 */
export function brokerLog(logger: Logger, mod: string): Record<LogLevels, (...args: readonly unknown[]) => void> {
  const log = logger.child({ mod }, { level: logger.isLevelEnabled("warn") ? "warn" : logger.level });
  const packets = new Map<string, { readonly at: number; unlogged: number }>();
  /** Logs one line in ten seconds for packets of a kind that fail with the same error, without the stack: a sender may send many. */
  const logPacket = (level: LogLevels, err: Error, packet: string) => {
    const kind = `${packet} ${err.name}`;
    const [now, last] = [elapsedMs(), packets.get(kind)];
    if (last && now - last.at < LINE_EVERY_MS) {
      last.unlogged++;
      return;
    }
    packets.set(kind, { at: now, unlogged: 0 });
    log[level]({ packet, error: err.name, unlogged: last?.unlogged ?? 0 }, "bus packet not processed");
  };
  const lineOf =
    (level: LogLevels) =>
    (...args: readonly unknown[]) => {
      const err = args.find((each) => each instanceof Error);
      const text = args.filter((each) => typeof each === "string").join(" ");
      if (err?.name === LATE_STOP) log[level](err.message);
      else if (err && mod === "transit" && PACKET.test(text)) logPacket(level, err, text);
      else log[level](err ? { err } : {}, text);
    };
  return Object.fromEntries(LEVELS.map((level) => [level, lineOf(level)])) as Record<LogLevels, (...args: readonly unknown[]) => void>;
}
