import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useReader } from "#gateway/ui/parts/reader.tsx";
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

type AlarmKind = Overview["alarms"][number]["kind"];

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

/** What an alarm says and what to do about it, on a page that shows its cause. */
export function AlarmNotice({ kind }: { readonly kind: AlarmKind }): VNode | null {
  const { t } = useReader();
  if (!useAlarmTexts(true)) return null;
  return (
    <p class="notice danger">
      <strong>{t(alarmText(kind))}</strong> {t(REMEDIES[kind])}
    </p>
  );
}
