import type { ConfigKeyEntry } from "../key.ts";

export const opsKeys = {
  "ops.heartbeat_url": {
    category: "alarms",
    type: "string",
    default: "",
    maxLength: 2_000,
    pattern: /^$|^https?:\/\/\S+$/,
    envOnly: true,
    sensitive: true,
    readBy: ["config"],
    description:
      "URL that gets a heartbeat each minute while the system works, and raises an alarm when none arrives; https, unless providers may have private addresses; empty: none is sent",
  },
  "gateway.keep_alive_seconds": {
    category: "connections",
    type: "number",
    default: 75,
    min: 5,
    max: 3_600,
    integer: true,
    description:
      "Seconds that an idle connection of a client stays open; longer than in the balancer before the gateway, which would otherwise send requests on closed connections",
  },
  "ledger.audit_stale_minutes": {
    category: "alarms",
    type: "number",
    default: 15,
    min: 5,
    max: 1_440,
    integer: true,
    description: "Minutes without an audit of what has moved in the books after which an alarm is raised and payouts are switched off",
  },
  "ledger.guards": {
    category: "alarms",
    type: "string",
    default: "ACT",
    values: ["ACT", "REPORT"],
    description: "ACT: a confirmed contradiction in the books switches off what it endangers; REPORT: it is only reported",
  },
} as const satisfies Record<string, ConfigKeyEntry>;
