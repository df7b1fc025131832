import { action, event } from "#libs/contract-kit/contract.ts";
import { SCOPE_KINDS } from "./config-terms.ts";
import { timestamp } from "./shared.ts";

/** What every process needs to read settings by itself; polled, and asked for after a hint. */
export const getConfigSnapshot = action({
  name: "config.getSnapshot",
  summary: "Every stored override, flag and kill switch; only its revision when that is known already",
  params: { knownRevision: { type: "string", max: 64, optional: true } },
  returns: {
    type: "object",
    props: {
      revision: { type: "string" },
      unchanged: { type: "boolean" },
      values: {
        type: "array",
        items: {
          type: "object",
          props: {
            key: { type: "string" },
            scope: { type: "object", nullable: true, props: { kind: { type: "enum", values: SCOPE_KINDS }, value: { type: "string" } } },
            value: { type: "json" },
            updatedAt: { ...timestamp, optional: true },
          },
        },
      },
      flags: { type: "array", items: { type: "object", props: { key: { type: "string" }, enabled: { type: "boolean" } } } },
      killSwitches: { type: "array", items: { type: "object", props: { system: { type: "string" }, active: { type: "boolean" } } } },
    },
  },
  errors: [],
});

/** For whoever must know what a change was, not only what holds now. */
export const getConfigChange = action({
  name: "config.getChange",
  summary: "The value that a change has set, as it was recorded: masked when the key is sensitive",
  params: { changeId: { type: "uuid" } },
  returns: {
    type: "object",
    props: { found: { type: "boolean" }, key: { type: "string" }, value: { type: "json" } },
  },
  errors: [],
});

export const configChanged = event({
  name: "config.changed",
  summary: "A setting, flag or kill switch was changed",
  payload: {
    changeId: { type: "uuid", description: "Id of its audit entry" },
    key: { type: "string" },
    domain: { type: "string" },
    scope: { type: "json", nullable: true, description: "Kind and value of the scope, null for a global change" },
    changedBy: { type: "string" },
    changedAt: timestamp,
  },
});
