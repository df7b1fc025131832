import type { TextKey } from "#gateway/ui/texts.ts";
import { ALARM_REMEDIES } from "#libs/policies/alarm-remedies.ts";
import type { Overview } from "./live.ts";

type AlarmKind = Overview["alarms"][number]["kind"];

/** What an alarm says. */
export const alarmText = (kind: AlarmKind): TextKey => `page.console.alarm.${kind}`;

/** What to do about it. */
export const REMEDIES = {
  ...ALARM_REMEDIES,
  EndpointFailing: "page.staffAlarms.doEndpoint",
  MailOff: "page.staffAlarms.doMail",
  QueueOld: "page.staffAlarms.doQueue",
  PayoutWaiting: "page.staffAlarms.doQueue",
  FewAdmins: "page.staffAlarms.doAdmins",
  ServiceSilent: "page.staffAlarms.doProcess",
} as const satisfies Record<AlarmKind, TextKey>;
