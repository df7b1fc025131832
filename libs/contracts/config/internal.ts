import { action, event } from "#libs/contract-kit/contract.ts";
import { KILL_SWITCHES, type KillSwitch } from "#libs/policies/kill-switches.ts";
import { timestamp } from "../shared.ts";
import { MAX_FLAGS } from "./switches.ts";
import { MAX_OVERRIDES_BYTES, SCOPE_KINDS, settingValue, valueScope } from "./terms.ts";

/** The stored configuration, for the settings reader of every process; polled, and called after a hint. */
export const getConfigSnapshot = action({
  name: "config.getSnapshot",
  summary: "Every stored override, flag and kill switch; only the revision when it equals the known one",
  params: { knownRevision: { type: "string", max: 64, optional: true } },
  returns: {
    type: "object",
    props: {
      revision: { type: "string" },
      unchanged: { type: "boolean" },
      values: {
        type: "array",
        maxBytes: MAX_OVERRIDES_BYTES,
        items: {
          type: "object",
          props: {
            key: { type: "string" },
            scope: { type: "object", nullable: true, props: { kind: { type: "enum", values: SCOPE_KINDS }, value: { type: "string" } } },
            value: settingValue,
            updatedAt: { ...timestamp, optional: true },
          },
        },
      },
      flags: {
        type: "array",
        max: MAX_FLAGS,
        items: { type: "object", props: { key: { type: "string", max: 100 }, enabled: { type: "boolean" } } },
      },
      killSwitches: {
        type: "array",
        max: 1_000,
        items: { type: "object", props: { system: { type: "string" }, active: { type: "boolean" } } },
      },
    },
  },
  errors: [],
});

/** For consumers that need the value of one change: by the time they read the settings, a later change may have replaced it. */
export const getConfigChange = action({
  name: "config.getChange",
  summary: "The value that a change has set, as the audit has it: masked if the key is sensitive",
  params: { changeId: { type: "uuid" } },
  returns: {
    type: "object",
    props: { found: { type: "boolean" }, key: { type: "string" }, value: settingValue },
  },
  errors: [],
});

const system = { type: "enum", values: Object.keys(KILL_SWITCHES) as KillSwitch[] } as const;
const systems = { type: "array", items: system, max: Object.keys(KILL_SWITCHES).length } as const;
const cause = { type: "string", min: 1, max: 600 } as const;

/** Causes of one call. */
export const MAX_TRIP_CAUSES = 100;

export const tripKillSwitch = action({
  name: "config.tripKillSwitch",
  summary: "Switch systems off because a guard demands it; a cause that has switched a system off before does not do so again",
  params: {
    systems,
    causes: { type: "array", items: cause, max: MAX_TRIP_CAUSES },
    reason: { type: "string", trim: true, min: 1, max: 500 },
  },
  returns: { type: "object", props: { tripped: systems } },
  errors: [],
});

export const guardTripped = event({
  name: "config.guard_tripped",
  owner: "config",
  summary: "A guard has switched systems off, which finance staff must hear of",
  payload: { system, cause, userIds: { type: "array", items: { type: "string" }, max: 100, description: "The staff" } },
});

export const configChanged = event({
  name: "config.changed",
  owner: "config",
  summary: "A setting, flag or kill switch was changed",
  payload: {
    changeId: { type: "uuid", description: "Id of its audit entry" },
    key: { type: "string" },
    domain: { type: "string" },
    scope: { ...valueScope, description: "Kind and value of the scope, null for a global change" },
    changedBy: { type: "string" },
    changedAt: timestamp,
  },
});
