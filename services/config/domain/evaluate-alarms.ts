import { SECOND } from "#libs/kernel/clock.ts";
import { type DocumentOf, date, json, text } from "#libs/kernel/fields.ts";
import { ALARM_NAMES, ALARMS, type AlarmName } from "#libs/policies/alarms.ts";

export const reportFields = {
  process: text,
  at: date,
  /** By alarm, in the unit of its threshold. */
  vitals: json<Partial<Record<AlarmName, number>>>(),
};

/** What one running process has last told about itself, and when. */
export interface Report extends DocumentOf<typeof reportFields> {
  readonly node: string;
}

/** A value of one process that an alarm looks at. */
export interface Reading {
  readonly alarm: AlarmName;
  readonly process: string;
  readonly value: number;
  readonly isBreach: boolean;
}

/** A process that has not reported for this long is missing, in milliseconds. */
const MISSING_MS = ALARMS.ProcessMissing.threshold * SECOND;

/**
 * What the reports say, by alarm and process: of several replicas the worst counts. While no replica of a process is left, the last
 * words of the last one count, so that an alarm outlives the process that it is about.
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

/** Whether the process of a report has not fallen silent since. */
export function isRunning({ at }: Report, now: Date): boolean {
  return now.getTime() - at.getTime() <= MISSING_MS;
}

/** The reports of the processes that run; while none does, the last one. */
function current(reports: readonly Report[], now: Date): readonly Report[] {
  const running = reports.filter((report) => isRunning(report, now));
  if (running.length > 0) return running;
  return reports.toSorted((one, other) => other.at.getTime() - one.at.getTime()).slice(0, 1);
}

/** The nodes that have ended and whose process goes on in others, or whose last words are not the last ones. */
export function obsoleteNodes(reports: readonly Report[], now: Date): readonly string[] {
  const byProcess = Map.groupBy(reports, ({ process }) => process);
  return [...byProcess.values()].flatMap((all) => {
    const counted = new Set(current(all, now).map(({ node }) => node));
    return all.flatMap(({ node }) => (counted.has(node) ? [] : [node]));
  });
}
