import { useEffect, useState } from "preact/hooks";
import type { TextKey } from "#gateway/ui/texts.ts";
import { ALARM_REMEDIES } from "#libs/policies/alarm-remedies.ts";
import { addPlaceTexts } from "../place-texts.ts";
import type { Overview } from "./live.ts";

/** Whether the texts of alarms are there; loads them when they are needed, because few pages show an alarm. */
export function useAlarmTexts(isNeeded: boolean): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (isNeeded) void addPlaceTexts("alarms").then(() => setLoaded(true));
  }, [isNeeded]);
  return isNeeded && isLoaded;
}

export type AlarmKind = Overview["alarms"][number]["kind"];

/** What an alarm says. */
export const alarmText = (kind: AlarmKind): TextKey => `page.staffAlarms.${kind}`;

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
