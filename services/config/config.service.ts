import { listStaffIds, sendAlarmMail } from "#libs/contracts/account/index.ts";
import { getRecordHashes } from "#libs/contracts/record-hashes.ts";
import { findObject, getBacklog } from "#libs/contracts/staff-reads.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { defineService, type PlatformServiceSchema } from "#libs/platform/service/define-service.ts";
import { loadable } from "#libs/platform/service/loadable.ts";
import { clearCacheAction } from "./actions/clear-cache.ts";
import { createFlagAction } from "./actions/create-flag.ts";
import { getChangeAction } from "./actions/get-change.ts";
import { getDomainAction } from "./actions/get-domain.ts";
import { getEffectiveAction } from "./actions/get-effective.ts";
import { getKeyAction } from "./actions/get-key.ts";
import { getOverviewAction } from "./actions/get-overview.ts";
import { getSnapshotAction } from "./actions/get-snapshot.ts";
import { listAdminTrailAction } from "./actions/list-admin-trail.ts";
import { listAlarmsAction } from "./actions/list-alarms.ts";
import { listAllAction } from "./actions/list-all.ts";
import { listAuditAction } from "./actions/list-audit.ts";
import { listDomainsAction } from "./actions/list-domains.ts";
import { listFlagsAction } from "./actions/list-flags.ts";
import { listHistoryAction } from "./actions/list-history.ts";
import { listKillSwitchesAction } from "./actions/list-kill-switches.ts";
import { listOrphansAction } from "./actions/list-orphans.ts";
import { listProvidersAction } from "./actions/list-providers.ts";
import { listScopedAction } from "./actions/list-scoped.ts";
import { lookUpAction } from "./actions/look-up.ts";
import { reportVitalsAction } from "./actions/report-vitals.ts";
import { resetKeyAction } from "./actions/reset-key.ts";
import { resetScopedAction } from "./actions/reset-scoped.ts";
import { rollbackAction } from "./actions/rollback.ts";
import { setKeyAction } from "./actions/set-key.ts";
import { setKillSwitchAction } from "./actions/set-kill-switch.ts";
import { setScopedAction } from "./actions/set-scoped.ts";
import { findLostFactsAction, lastFactsAction } from "./actions/stored-facts.ts";
import { streamOverviewAction } from "./actions/stream-overview.ts";
import { toggleFlagAction } from "./actions/toggle-flag.ts";
import { tripKillSwitchAction } from "./actions/trip-kill-switch.ts";
import { revisionHints } from "./changes/revision-hints.ts";
import { adminTrail } from "./data/admin-trail.store.ts";
import { alarms } from "./data/alarm.store.ts";
import { configAudit } from "./data/config-audit.store.ts";
import { configValues } from "./data/config-value.model.ts";
import { featureFlags } from "./data/feature-flag.store.ts";
import { heartbeats } from "./data/heartbeat.store.ts";
import { killSwitches } from "./data/kill-switch.store.ts";
import { processReports } from "./data/process-report.store.ts";
import { configRevision } from "./data/revision.store.ts";
import { liveDeps } from "./deps.ts";
import { onAdminActed } from "./events/on-admin-acted.ts";
import { configJobs } from "./jobs.ts";
import { actedHints } from "./overview/acted-hints.ts";
import { overviewWatch } from "./overview/overview-watch.ts";
import { configPersonalData } from "./personal-data.ts";

/** Runtime settings, feature flags, kill switches and the admin trail (spec 2.12, 4.1). */
export function configService(runtime: Runtime): PlatformServiceSchema {
  const deps = liveDeps(runtime);
  const [watch, acted] = [overviewWatch(deps), actedHints()];
  return defineService(deps, {
    actions: {
      listDomains: listDomainsAction(),
      getDomain: getDomainAction(deps),
      listOrphans: listOrphansAction(deps),
      listAll: listAllAction(deps),
      getKey: getKeyAction(deps),
      setKey: setKeyAction(deps),
      setScoped: setScopedAction(deps),
      listScoped: listScopedAction(deps),
      resetScoped: resetScopedAction(deps),
      resetKey: resetKeyAction(deps),
      getEffective: getEffectiveAction(deps),
      listProviders: listProvidersAction(deps),
      listKillSwitches: listKillSwitchesAction(deps),
      setKillSwitch: setKillSwitchAction(deps),
      tripKillSwitch: tripKillSwitchAction(deps),
      listFlags: listFlagsAction(deps),
      createFlag: createFlagAction(deps),
      toggleFlag: toggleFlagAction(deps),
      listHistory: listHistoryAction(deps),
      listAudit: listAuditAction(deps),
      listAdminTrail: listAdminTrailAction(deps),
      rollback: rollbackAction(deps),
      clearCache: clearCacheAction(deps),
      getSnapshot: getSnapshotAction(deps),
      getChange: getChangeAction(deps),
      lastFacts: lastFactsAction(deps),
      findLostFacts: findLostFactsAction(deps),
      reportVitals: reportVitalsAction(deps),
      listAlarms: listAlarmsAction(deps),
      getOverview: getOverviewAction(deps),
      streamOverview: streamOverviewAction(deps, watch),
      lookUp: lookUpAction(deps),
    },
    calls: [sendAlarmMail, listStaffIds, ...Object.values(getRecordHashes), ...Object.values(getBacklog), ...Object.values(findObject)],
    consumes: [onAdminActed(deps, acted)],
    jobs: configJobs(deps, watch),
    figures: ["killSwitchActive"],
    collections: [configValues, configAudit, featureFlags, killSwitches, configRevision, adminTrail, processReports, alarms, heartbeats],
    personalData: configPersonalData(deps.database),
    async prepare() {
      await deps.revision.prepare();
      await deps.heartbeats.prepare();
      await deps.values.sealPlaintext();
    },
    background: [revisionHints(deps), watch, acted, { stop: () => deps.post.close() }],
  });
}

export default loadable(configService);
