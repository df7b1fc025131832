import { implement } from "#libs/contract-kit/implement.ts";
import { listAlarms } from "#libs/contracts/config/index.ts";
import { ALARMS } from "#libs/policies/alarms.ts";
import { thresholdsIn } from "../alarms/thresholds.ts";
import type { AlarmDoc } from "../data/alarm.store.ts";
import type { Deps } from "../deps.ts";

const rankOf = ({ alarm }: AlarmDoc): number => (ALARMS[alarm].severity === "critical" ? 0 : 1);

/** GET /admin/alarms: active alarms, the most severe first, then the oldest. */
export const listAlarmsAction = ({ alarms, config }: Pick<Deps, "alarms" | "config">) =>
  implement(listAlarms, async () => {
    const active = (await alarms.list()).filter(({ alarm, endedAt }) => endedAt === null && Object.hasOwn(ALARMS, alarm));
    const sorted = active.sort((one, other) => rankOf(one) - rankOf(other) || one.since.getTime() - other.since.getTime());
    const thresholds = thresholdsIn(config);
    return sorted.map(({ alarm: name, process, value, since }) => {
      const { severity } = ALARMS[name];
      return { name, severity, process, value, threshold: thresholds[name], since: since.toISOString() };
    });
  });
