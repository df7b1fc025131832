import { SECOND } from "#libs/kernel/clock.ts";
import { type DocumentOf, date, json, text } from "#libs/kernel/fields.ts";
import { ALARM_NAMES, ALARMS, type AlarmName } from "#libs/policies/alarms.ts";

export const reportFields = {
  process: text,
  at: date,
  /** By alarm, in the unit of its threshold. */
  vitals: json<Partial<Record<AlarmName, number>>>(),
};

/** The latest report of one running process about itself. */
export interface Report extends DocumentOf<typeof reportFields> {
  readonly node: string;
}

/** A value of one process that an alarm checks. */
export interface Reading {
  readonly alarm: AlarmName;
  readonly process: string;
  readonly value: number;
  readonly isBreach: boolean;
}

/** A process that has not reported for this long is missing, in milliseconds. */
const MISSING_MS = ALARMS.ProcessMissing.threshold * SECOND;

/**
 * The readings of the reports, by alarm and process: of several replicas the worst counts. When no replica of a process is left, the last
 * report of the last one counts. So an alarm outlives the process that it is about.
 */
export function readingsOf(reports: readonly Report[], now: Date, thresholds: Readonly<Record<AlarmName, number>>): readonly Reading[] {
  const byProcess = Map.groupBy(reports, ({ process }) => process);
  return [...byProcess].flatMap(([process, all]) => {
    const silence = Math.min(...all.map(({ at }) => (now.getTime() - at.getTime()) / SECOND));
    const counted = current(all, now);
    const valuesOf = (alarm: AlarmName): readonly number[] =>
      alarm === "ProcessMissing" ? [silence] : counted.flatMap(({ vitals }) => vitals[alarm] ?? []);
    return ALARM_NAMES.flatMap((alarm) => {
      const values = valuesOf(alarm);
      if (values.length === 0) return [];
      const value = Math.max(...values);
      return [{ alarm, process, value, isBreach: value > thresholds[alarm] }];
    });
  });
}

/** Whether the process of a report still reports. */
export function isRunning({ at }: Report, now: Date): boolean {
  return now.getTime() - at.getTime() <= MISSING_MS;
}

/** The reports of the running processes; when none runs, the last report. */
function current(reports: readonly Report[], now: Date): readonly Report[] {
  const running = reports.filter((report) => isRunning(report, now));
  if (running.length > 0) return running;
  return reports.toSorted((one, other) => other.at.getTime() - one.at.getTime()).slice(0, 1);
}

/** Nodes that have ended, while other nodes of their process run or reported later. */
export function obsoleteNodes(reports: readonly Report[], now: Date): readonly string[] {
  const byProcess = Map.groupBy(reports, ({ process }) => process);
  return [...byProcess.values()].flatMap((all) => {
    const counted = new Set(current(all, now).map(({ node }) => node));
    return all.flatMap(({ node }) => (counted.has(node) ? [] : [node]));
  });
}
