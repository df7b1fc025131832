import { sendAlarmMail } from "#libs/contracts/account/index.ts";
import { HOUR, SECOND } from "#libs/kernel/clock.ts";
import { type AlarmDoc, alarmIdOf } from "../data/alarm.store.ts";
import type { Deps } from "../deps.ts";
import { obsoleteNodes, type Reading, readingsOf } from "../domain/evaluate-alarms.ts";
import { thresholdsIn } from "./thresholds.ts";

type AlarmDeps = Pick<Deps, "alarms" | "clock" | "config" | "logger" | "metrics" | "reports" | "services" | "switches">;

/** An alarm that comes and goes is mailed at most once in this time. */
const QUIET_MS = HOUR;

/**
 * Raises, updates and ends alarms from the reports of the processes. An alarm ends only when a process reports a value in order; without
 * reports it stays active. Any number of processes may run this.
 */
export async function evaluateAlarms(deps: AlarmDeps): Promise<void> {
  const now = deps.clock.now();
  await showKillSwitches(deps, now);
  const reports = await deps.reports.list();
  await deps.reports.remove(obsoleteNodes(reports, now));
  const before = await deps.alarms.list();
  const known = new Map(before.map((alarm) => [alarm._id, alarm]));
  let isChanged = false;
  for (const reading of readingsOf(reports, now, thresholdsIn(deps.config)))
    isChanged = (await apply(deps, reading, known.get(alarmIdOf(reading)), now)) || isChanged;
  for (const alarm of isChanged ? await deps.alarms.list() : before)
    if (alarm.endedAt === null && alarm.mailedAt === null) await mail(deps, alarm, now);
}

/** Resolves to whether it has written anything. */
async function apply({ alarms, logger }: AlarmDeps, reading: Reading, known: AlarmDoc | undefined, now: Date): Promise<boolean> {
  const isOn = known !== undefined && known.endedAt === null;
  const { alarm, process, value, isBreach } = reading;
  if (isBreach && isOn) {
    if (value === known.value) return false;
    await alarms.update(reading);
    return true;
  }
  if (isBreach) {
    logger.error({ alarm, process, value }, "alarm raised");
    const mailedAt = known?.mailedAt ?? null;
    await alarms.raise(reading, now, mailedAt && now.getTime() - mailedAt.getTime() < QUIET_MS ? mailedAt : null);
    return true;
  }
  if (!isOn) return false;
  logger.info({ alarm, process }, "alarm ended");
  await alarms.end(known._id, now);
  return true;
}

/**
 * Mails staff once, from the first process that claims the mail. While the account service is unavailable, the claim is given back for a
 * later run.
 */
async function mail(
  { alarms, config, logger, services }: AlarmDeps,
  { _id, alarm, process, value, since }: AlarmDoc,
  now: Date,
): Promise<void> {
  if (!(await alarms.claimMail(_id, now))) return;
  try {
    const threshold = thresholdsIn(config)[alarm];
    await services.call(sendAlarmMail, { alarm, process, value, threshold, since: since.toISOString() });
  } catch (error) {
    logger.warn({ err: error, alarm }, "alarm mail not sent; retrying in the next run");
    await alarms.releaseMail(_id);
  }
}

/** Updates the gauge of how long each kill switch has been active. */
async function showKillSwitches({ metrics, switches }: AlarmDeps, now: Date): Promise<void> {
  for (const { _id: system, active, updatedAt } of await switches.list())
    metrics.killSwitchActive.set({ system }, active ? (now.getTime() - updatedAt.getTime()) / SECOND : 0);
}
