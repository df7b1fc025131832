import type { ConfigKeyEntry } from "../key.ts";

export const opsKeys = {
  "ledger.audit_stale_minutes": {
    category: "alarms",
    type: "number",
    default: 15,
    min: 5,
    max: 1_440,
    integer: true,
    description: "Minutes without a complete audit of the books after which an alarm is raised",
  },
} as const satisfies Record<string, ConfigKeyEntry>;
