import { DAY } from "#libs/kernel/clock.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";

/** When a session ends that is used now: after its idle time, and never later than its absolute age. */
export function sessionEnd(config: ConfigReader, { createdAt, now }: { readonly createdAt: Date; readonly now: Date }): Date {
  const idle = now.getTime() + config.read("auth.refresh_idle_days") * DAY;
  const absolute = createdAt.getTime() + config.read("auth.refresh_absolute_days") * DAY;
  return new Date(Math.min(idle, absolute));
}
