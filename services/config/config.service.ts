import type { ServiceSchema } from "moleculer";
import type { DurableParts } from "#libs/events/durable-middleware.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { createFlagAction } from "./actions/create-flag.ts";
import { getChangeAction } from "./actions/get-change.ts";
import { getEffectiveAction } from "./actions/get-effective.ts";
import { getKeyAction } from "./actions/get-key.ts";
import { getSnapshotAction } from "./actions/get-snapshot.ts";
import { listAuditAction } from "./actions/list-audit.ts";
import { listFlagsAction } from "./actions/list-flags.ts";
import { listKillSwitchesAction } from "./actions/list-kill-switches.ts";
import { setKeyAction } from "./actions/set-key.ts";
import { setKillSwitchAction } from "./actions/set-kill-switch.ts";
import { toggleFlagAction } from "./actions/toggle-flag.ts";
import { liveDeps } from "./deps.ts";

/** Runtime settings, feature flags and kill switches (spec 4.1). */
export function configService(runtime: Runtime): ServiceSchema {
  const deps = liveDeps(runtime);
  const durable: DurableParts = { outbox: deps.outbox };
  return {
    name: "config",
    actions: {
      getKey: getKeyAction(deps),
      setKey: setKeyAction(deps),
      getEffective: getEffectiveAction(deps),
      listKillSwitches: listKillSwitchesAction(deps),
      setKillSwitch: setKillSwitchAction(deps),
      listFlags: listFlagsAction(deps),
      createFlag: createFlagAction(deps),
      toggleFlag: toggleFlagAction(deps),
      listAudit: listAuditAction(deps),
      getSnapshot: getSnapshotAction(deps),
      getChange: getChangeAction(deps),
    },
    started: deps.prepare,
    ...durable,
  };
}
