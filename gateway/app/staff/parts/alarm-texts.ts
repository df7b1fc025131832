import type { TextKey } from "#gateway/ui/texts.ts";
import { ALARM_REMEDIES } from "#libs/policies/alarm-remedies.ts";
import type { Overview } from "./live.ts";

type AlarmKind = Overview["alarms"][number]["kind"];

/** What an alarm says. */
export const alarmText = (kind: AlarmKind): TextKey => `page.console.alarm.${kind}`;

/** What to do about it. */
export const REMEDIES = {
  ...ALARM_REMEDIES,
  EndpointFailing: "page.console.doEndpoint",
  MailOff: "page.console.doMail",
  QueueOld: "page.console.doQueue",
  PayoutWaiting: "page.console.doQueue",
  FewAdmins: "page.console.doAdmins",
  ServiceSilent: "page.console.doProcess",
} as const satisfies Record<AlarmKind, TextKey>;
