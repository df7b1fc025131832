import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { type AlarmKind, alarmText, REMEDIES, useAlarmTexts } from "./alarm-texts.ts";

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
