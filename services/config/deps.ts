import { type SettingsBackup, settingsBackup } from "#libs/platform/config/settings-backup.ts";
import type { EventStream, StoredFacts } from "#libs/platform/events/event-stream.ts";
import type { EgressGuard } from "#libs/platform/http-client/egress-guard.ts";
import { type PostClient, postClient } from "#libs/platform/http-client/post-client.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { createFoundation, type Foundation } from "#libs/platform/service/foundation.ts";
import { providerEgress } from "#libs/providers/provider-egress.ts";
import { type AdminTrailStore, adminTrailStore } from "./data/admin-trail.store.ts";
import { type AlarmStore, alarmStore } from "./data/alarm.store.ts";
import { type ConfigAuditStore, configAuditStore } from "./data/config-audit.store.ts";
import { type ConfigValueStore, configValueStore } from "./data/config-value.store.ts";
import { type FeatureFlagStore, featureFlagStore } from "./data/feature-flag.store.ts";
import { type HeartbeatStore, heartbeatStore } from "./data/heartbeat.store.ts";
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
  /** The reports of the processes about themselves. */
  readonly reports: ProcessReportStore;
  readonly alarms: AlarmStore;
  readonly heartbeats: HeartbeatStore;
  /** Decides whether heartbeats may be sent to the URL of the settings. */
  readonly egress: EgressGuard;
  readonly post: PostClient;
  /** The events of all services in the stream. */
  readonly stored: StoredFacts;
  readonly stream: Pick<EventStream, "generation">;
  readonly env: Pick<Runtime["env"], "production">;
  /** The settings backup, for processes that cannot reach this service. */
  readonly backup: SettingsBackup;
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
    heartbeats: heartbeatStore(database),
    env: runtime.env,
    egress: providerEgress(runtime.config),
    post: postClient(),
    stored: runtime.stream,
    stream: runtime.stream,
    backup: settingsBackup(runtime),
  };
}
