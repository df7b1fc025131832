import type { ServiceSchema } from "moleculer";
import type { DurableParts } from "#libs/events/durable-middleware.ts";
import { outboxGauge } from "#libs/events/outbox-gauge.ts";
import type { JobParts } from "#libs/jobs/jobs-middleware.ts";
import type { PersonalDataParts } from "#libs/personal-data/personal-data.ts";
import { personalDataActions } from "#libs/personal-data/personal-data-actions.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { clearCacheAction } from "./actions/clear-cache.ts";
import { createFlagAction } from "./actions/create-flag.ts";
import { getChangeAction } from "./actions/get-change.ts";
import { getDomainAction } from "./actions/get-domain.ts";
import { getEffectiveAction } from "./actions/get-effective.ts";
import { getKeyAction } from "./actions/get-key.ts";
import { getSnapshotAction } from "./actions/get-snapshot.ts";
import { listAdminTrailAction } from "./actions/list-admin-trail.ts";
import { listAllAction } from "./actions/list-all.ts";
import { listAuditAction } from "./actions/list-audit.ts";
import { listDomainsAction } from "./actions/list-domains.ts";
import { listFlagsAction } from "./actions/list-flags.ts";
import { listHistoryAction } from "./actions/list-history.ts";
import { listKillSwitchesAction } from "./actions/list-kill-switches.ts";
import { listOrphansAction } from "./actions/list-orphans.ts";
import { listProvidersAction } from "./actions/list-providers.ts";
import { resetKeyAction } from "./actions/reset-key.ts";
import { rollbackAction } from "./actions/rollback.ts";
import { setKeyAction } from "./actions/set-key.ts";
import { setKillSwitchAction } from "./actions/set-kill-switch.ts";
import { setScopedAction } from "./actions/set-scoped.ts";
import { toggleFlagAction } from "./actions/toggle-flag.ts";
import { liveDeps } from "./deps.ts";
import { onAdminActed } from "./events/on-admin-acted.ts";
import { configPersonalData } from "./personal-data.ts";

/** Runtime settings, feature flags and kill switches (spec 4.1). */
export function configService(runtime: Runtime): ServiceSchema & PersonalDataParts {
  const deps = liveDeps(runtime);
  const connection = runtime.database("config");
  const personalData = configPersonalData(connection);
  const background: DurableParts & JobParts = {
    outbox: deps.outbox,
    durable: [onAdminActed(deps)],
    jobs: [outboxGauge("config", { outbox: deps.outbox, metrics: runtime.metrics })],
  };
  return {
    name: "config",
    personalData,
    actions: {
      ...personalDataActions("config", { connection, clock: runtime.clock }, personalData),
      listDomains: listDomainsAction(),
      getDomain: getDomainAction(deps),
      listOrphans: listOrphansAction(deps),
      listAll: listAllAction(deps),
      getKey: getKeyAction(deps),
      setKey: setKeyAction(deps),
      setScoped: setScopedAction(deps),
      resetKey: resetKeyAction(deps),
      getEffective: getEffectiveAction(deps),
      listProviders: listProvidersAction(deps),
      listKillSwitches: listKillSwitchesAction(deps),
      setKillSwitch: setKillSwitchAction(deps),
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
    },
    started: deps.prepare,
    ...background,
  };
}
