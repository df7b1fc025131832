import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import { ALARM_NAMES, ALARMS, type AlarmName } from "#libs/policies/alarms.ts";

/** The threshold of each alarm in its own unit: the declared one, unless a setting overrides it. */
export function thresholdsIn(config: Pick<ConfigReader, "read">): Readonly<Record<AlarmName, number>> {
  const declared = Object.fromEntries(ALARM_NAMES.map((alarm) => [alarm, ALARMS[alarm].threshold])) as Record<AlarmName, number>;
  return { ...declared, LedgerAuditStale: (config.read("ledger.audit_stale_minutes") * MINUTE) / SECOND };
}
