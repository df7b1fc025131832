import { type ConsoleAlarm, type Overview, STAFF_QUEUES, type StaffQueue } from "#libs/contracts/config/index.ts";
import { PAYOUT_OVERDUE_MS } from "#libs/contracts/staff-reads.ts";
import { ALARMS, type AlarmName } from "#libs/policies/alarms.ts";
import { QUEUE_OLD_MS } from "#libs/policies/queue-old.ts";
import type { AlarmDoc } from "../data/alarm.store.ts";
import { type Backlogs, type May, mayReadQueue, PART_PERMISSIONS, waitingIn } from "./backlogs.ts";

type Alarm = Overview["alarms"][number];

/** Payouts have an alarm of their own, and a bank decides about a dispute in weeks. */
const NEVER_OLD: readonly StaffQueue[] = ["payouts", "chargebacks"];
/** With one, a lost password closes what only a super admin may do. */
const MIN_SUPER_ADMINS = 2;

const SEVERITIES = {
  EndpointFailing: "warning",
  MailOff: "critical",
  QueueOld: "warning",
  PayoutWaiting: "warning",
  FewAdmins: "warning",
  ServiceSilent: "critical",
} as const satisfies Record<ConsoleAlarm, Alarm["severity"]>;

interface Facts {
  readonly alarms: readonly AlarmDoc[];
  readonly backlogs: Backlogs;
  readonly isMailOff: boolean;
  readonly now: Date;
}

/** The alarms that a reader may see: the worst first, then the oldest, then those without a known begin. */
export function alarmsView(facts: Facts, may: May): Alarm[] {
  const ranks = { critical: 0, warning: 1 } as const;
  return [...systemAlarms(facts, may), ...consoleAlarms(facts, may)].sort(
    (one, other) => ranks[one.severity] - ranks[other.severity] || beginOf(one) - beginOf(other),
  );
}

const beginOf = ({ since }: Alarm): number => (since === null ? Number.MAX_SAFE_INTEGER : Date.parse(since));

/** Alarms that finance staff see, too. */
const isAboutMoney = (name: AlarmName): boolean => name.startsWith("Ledger") || name.startsWith("Provider");

/** One line for each alarm of the system, however many processes raise it. */
function systemAlarms({ alarms }: Facts, may: May): Alarm[] {
  const mayRead = (name: AlarmName) => may(PART_PERMISSIONS.system) || (isAboutMoney(name) && may(PART_PERMISSIONS.money));
  const active = alarms.filter(({ alarm, endedAt }) => endedAt === null && Object.hasOwn(ALARMS, alarm) && mayRead(alarm));
  return [...Map.groupBy(active, ({ alarm }) => alarm)].map(([kind, rows]) => ({
    kind,
    severity: ALARMS[kind].severity,
    since: new Date(Math.min(...rows.map(({ since }) => since.getTime()))).toISOString(),
    count: rows.length,
  }));
}

function consoleAlarms({ backlogs, isMailOff, now }: Facts, may: May): Alarm[] {
  const { account, wallet, webhook } = backlogs;
  const old = STAFF_QUEUES.filter((queue) => !NEVER_OLD.includes(queue) && mayReadQueue(may, queue)).flatMap((queue) =>
    oldSince(backlogs, queue, QUEUE_OLD_MS, now),
  );
  const silent = Object.values(backlogs).filter((backlog) => backlog === null).length;
  const seesPayouts = wallet && mayReadQueue(may, "payouts");
  return [
    ...alarm("EndpointFailing", webhook && may(PART_PERMISSIONS.webhooks) ? webhook.failing : 0, webhook?.failingSince),
    ...alarm("MailOff", isMailOff && may(PART_PERMISSIONS.opening) ? 1 : 0),
    ...alarm("QueueOld", old.length, old.toSorted()[0]),
    ...alarm("PayoutWaiting", seesPayouts ? wallet.payouts.overdue : 0, oldSince(backlogs, "payouts", PAYOUT_OVERDUE_MS, now)[0]),
    ...alarm("FewAdmins", account && account.superAdmins < MIN_SUPER_ADMINS && may(PART_PERMISSIONS.system) ? account.superAdmins : 0),
    ...alarm("ServiceSilent", may(PART_PERMISSIONS.system) ? silent : 0),
  ];
}

/** An alarm about something; none when there is nothing. */
function alarm(kind: ConsoleAlarm, count: number, since: string | null = null): Alarm[] {
  return count === 0 ? [] : [{ kind, severity: SEVERITIES[kind], since, count }];
}

/** Since when the oldest item of a queue has waited too long; empty when it has not. */
function oldSince(backlogs: Backlogs, queue: StaffQueue, patienceMs: number, now: Date): string[] {
  const oldest = waitingIn(backlogs, queue)?.oldest;
  const since = oldest ? Date.parse(oldest) + patienceMs : Number.POSITIVE_INFINITY;
  return since < now.getTime() ? [new Date(since).toISOString()] : [];
}
