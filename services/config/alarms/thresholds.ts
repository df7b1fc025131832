import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import { ALARM_NAMES, ALARMS, type AlarmName } from "#libs/policies/alarms.ts";

/** What each alarm begins above, in its own unit: as declared, unless a setting says otherwise. */
export function thresholdsIn(config: Pick<ConfigReader, "read">): Readonly<Record<AlarmName, number>> {
  const declared = Object.fromEntries(ALARM_NAMES.map((alarm) => [alarm, ALARMS[alarm].threshold])) as Record<AlarmName, number>;
  return { ...declared, LedgerAuditStale: (config.read("ledger.audit_stale_minutes") * MINUTE) / SECOND };
}
