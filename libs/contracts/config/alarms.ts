import { action } from "#libs/contract-kit/contract.ts";
import { ALARM_NAMES } from "#libs/policies/alarms.ts";
import { timestamp } from "../shared.ts";

/** The vitals of a process, reported every 15 seconds. */
export const reportVitals = action({
  name: "config.reportVitals",
  summary: "The state of one process; the answer says what time it is",
  params: {
    node: { type: "string", min: 1, max: 128, description: "The running process; another one after each start" },
    process: { type: "string", min: 1, max: 64 },
    vitals: {
      type: "array",
      max: 100,
      items: {
        type: "object",
        props: { alarm: { type: "enum", values: ALARM_NAMES }, value: { type: "number", description: "In the unit of its threshold" } },
      },
    },
  },
  returns: { type: "object", props: { at: timestamp } },
  errors: ["error.forbidden"],
});

export const listAlarms = action({
  name: "config.listAlarms",
  summary: "What is wrong in the system now, the worst first",
  http: { method: "GET", path: "/admin/alarms", auth: "admin", permission: "audit:read" },
  params: {},
  returns: {
    type: "array",
    max: 1_000,
    items: {
      type: "object",
      props: {
        name: { type: "enum", values: ALARM_NAMES },
        severity: { type: "enum", values: ["critical", "warning"] },
        process: { type: "string" },
        value: { type: "number" },
        threshold: { type: "number" },
        since: timestamp,
      },
    },
  },
  errors: [],
});
