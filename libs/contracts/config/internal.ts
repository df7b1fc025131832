import { action, event } from "#libs/contract-kit/contract.ts";
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
