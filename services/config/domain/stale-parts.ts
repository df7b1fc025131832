import type { AlarmName } from "#libs/policies/alarms.ts";
import { isRunning, type Report, readingsOf } from "./evaluate-alarms.ts";

/** The essential parts of the system, with the alarm that is raised when one of them stalls. */
const PARTS = {
  audit: "LedgerAuditStale",
  outbox: "OutboxStalled",
  stream: "ConsumerLag",
  webhooks: "WebhookLag",
  clock: "ClockSkew",
} as const satisfies Record<string, AlarmName>;

export type Part = keyof typeof PARTS;

/** Unknown until the first event is handled. */
const MAY_BE_UNKNOWN: ReadonlySet<Part> = new Set(["stream"]);

/** The stalled parts, and those that no running process reports. Final reports of ended processes do not count here. */
export function stalePartsOf(reports: readonly Report[], now: Date, thresholds: Readonly<Record<AlarmName, number>>): readonly Part[] {
  const running = reports.filter((report) => isRunning(report, now));
  const readings = Map.groupBy(readingsOf(running, now, thresholds), ({ alarm }) => alarm);
  return (Object.keys(PARTS) as Part[]).filter((part) => {
    const known = readings.get(PARTS[part]) ?? [];
    return known.length === 0 ? !MAY_BE_UNKNOWN.has(part) : known.some(({ isBreach }) => isBreach);
  });
}
