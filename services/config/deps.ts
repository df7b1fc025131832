import { type KeptSnapshot, keptSnapshot } from "#libs/platform/config/kept-snapshot.ts";
import type { StoredFacts } from "#libs/platform/events/event-stream.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { createFoundation, type Foundation } from "#libs/platform/service/foundation.ts";
import { type AdminTrailStore, adminTrailStore } from "./data/admin-trail.store.ts";
import { type AlarmStore, alarmStore } from "./data/alarm.store.ts";
import { type ConfigAuditStore, configAuditStore } from "./data/config-audit.store.ts";
import { type ConfigValueStore, configValueStore } from "./data/config-value.store.ts";
import { type FeatureFlagStore, featureFlagStore } from "./data/feature-flag.store.ts";
import { type KillSwitchStore, killSwitchStore } from "./data/kill-switch.store.ts";
import { type ProcessReportStore, processReportStore } from "./data/process-report.store.ts";
import { type RevisionStore, revisionStore } from "./data/revision.store.ts";
import { valueSealer } from "./data/value-sealer.ts";

/** The dependencies of the actions and event handlers; each of them picks those it needs. */
export interface Deps extends Foundation {
  readonly values: ConfigValueStore;
  readonly flags: FeatureFlagStore;
  readonly switches: KillSwitchStore;
  readonly revision: RevisionStore;
  /** Every change of a value, flag or switch. */
  readonly configAudit: ConfigAuditStore;
  readonly adminTrail: AdminTrailStore;
  /** What the processes tell about themselves. */
  readonly reports: ProcessReportStore;
  readonly alarms: AlarmStore;
  /** What the stream holds of all services. */
  readonly stored: StoredFacts;
  /** The last settings, for processes that cannot reach this one. */
  readonly kept: KeptSnapshot;
}

/** The dependencies in a running process, over the config database. */
export function liveDeps(runtime: Runtime): Deps {
  const foundation = createFoundation(runtime, { service: "config", uses: ["outbox", "inbox", "audit"], stored: runtime.stream });
  const { database, logger } = foundation;
  return {
    ...foundation,
    values: configValueStore(database, valueSealer(runtime.env.secrets.contentKeys, logger)),
    flags: featureFlagStore(database),
    switches: killSwitchStore(database),
    revision: revisionStore(database),
    configAudit: configAuditStore(database),
    adminTrail: adminTrailStore(database),
    reports: processReportStore(database),
    alarms: alarmStore(database),
    stored: runtime.stream,
    kept: keptSnapshot(runtime),
  };
}
