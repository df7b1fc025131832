import type { ConfigReader } from "#libs/config/reader.ts";
import { SECOND } from "#libs/kernel/clock.ts";

/** When a window that opens now runs out: that many hours later (spec 2.6), with the hour of this system. */
export function endOfWindow(config: ConfigReader, from: Date, timeoutHours: number): Date {
  return new Date(from.getTime() + timeoutHours * config.read("dm.timeout_unit_seconds") * SECOND);
}
