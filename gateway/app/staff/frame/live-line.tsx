import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Badge, Time } from "#gateway/ui/parts/values.tsx";
import type { KillSwitch } from "#libs/policies/kill-switches.ts";
import { alarmText, useAlarmTexts } from "../parts/alarm-texts.ts";
import { useLive } from "../parts/live.ts";
import { SYSTEMS } from "../parts/systems.ts";

/** Whether pages hear of changes by themselves; the time since when they do not. */
export function LiveState(): VNode {
  const { t } = useReader();
  const { lostAt } = useLive();
  return (
    <span role="status">
      {lostAt === null ? (
        <Badge kind="good">{t("page.console.live")}</Badge>
      ) : (
        <Badge kind="warn">
          <Sentence of="page.console.notLive" parts={{ time: <Time at={lostAt} /> }} />
        </Badge>
      )}
    </span>
  );
}

/** A line for each critical alarm and each system that is off, on every page. */
export function LiveLines(): VNode {
  const { t } = useReader();
  const { overview } = useLive();
  const alarms = (overview?.alarms ?? []).filter(({ severity }) => severity === "critical");
  const hasTexts = useAlarmTexts(alarms.length > 0);
  return (
    <>
      {(hasTexts ? alarms : []).map(({ kind, since }) => (
        <p key={kind} class="notice danger" data-alarm={kind}>
          <a href="/admin">{t(alarmText(kind))}</a>{" "}
          {since !== null && <Sentence of="page.console.since" parts={{ time: <Time at={since} /> }} />}
        </p>
      ))}
      {overview?.switches?.map(({ system, since, trippedBy }) => (
        <p key={system} class={trippedBy === null ? "notice warn" : "notice danger"} data-switch={system}>
          {t(trippedBy === null ? "page.console.switches" : "page.console.tripped")}:{" "}
          <a href="/admin/switches">{t(SYSTEMS[system as KillSwitch])}</a>{" "}
          <Sentence of="page.console.since" parts={{ time: <Time at={since} /> }} />
        </p>
      ))}
    </>
  );
}
