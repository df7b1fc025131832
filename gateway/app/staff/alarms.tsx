import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import { listAlarms } from "#libs/contracts/config/alarms.ts";
import { useQuery } from "../ui/use-query.tsx";
import { alarmText, REMEDIES } from "./parts/alarm-texts.tsx";
import { type Overview, useLive } from "./parts/live.ts";
import { LivePart } from "./parts/live-part.tsx";
import { Since } from "./parts/part.tsx";
import { useStaff } from "./parts/staff.ts";
import { staffApi } from "./staff-session.ts";

const measuredAlarms = () => staffApi.call(listAlarms);

type Measured = Awaited<ReturnType<typeof measuredAlarms>>[number];
type Alarm = Overview["alarms"][number];

/** The current alarms, the most severe first, with what to do. */
export function Alarms(): VNode | null {
  const mayMeasure = useStaff().may(listAlarms);
  const { overview } = useLive();
  // "No alarms" would be a claim about alarms that the reader does not see.
  if (!mayMeasure && overview?.alarms.length === 0) return null;
  return (
    <LivePart title="page.console.alarms" name="alarms">
      {(alarms) => <AlarmRows alarms={alarms} />}
    </LivePart>
  );
}

function AlarmRows({ alarms }: { readonly alarms: readonly Alarm[] }): VNode {
  const { t } = useReader();
  const mayMeasure = useStaff().may(listAlarms) && alarms.length > 0;
  // Without what was measured, the alarms still say what to do.
  const { data } = useQuery(alarms.map(({ kind }) => kind).join(), async () => (mayMeasure ? measuredAlarms() : []));
  return (
    <>
      {alarms.length === 0 && <p>{t("page.console.noAlarms")}</p>}
      <ul class="list">
        {alarms.map((alarm) => (
          <AlarmRow key={alarm.kind} alarm={alarm} measured={data?.filter(({ name }) => name === alarm.kind) ?? []} />
        ))}
      </ul>
    </>
  );
}

function AlarmRow({
  alarm: { kind, severity, since },
  measured,
}: {
  readonly alarm: Alarm;
  readonly measured: readonly Measured[];
}): VNode {
  const { t, formats } = useReader();
  const isCritical = severity === "critical";
  return (
    <Row
      id={kind}
      href={null}
      end={
        <>
          <Badge kind={isCritical ? "danger" : "warn"}>{t(isCritical ? "page.console.critical" : "page.console.warning")}</Badge>
          {since !== null && <Since at={since} />}
        </>
      }
    >
      <strong>{t(alarmText(kind))}</strong>
      <span>{t(REMEDIES[kind])}</span>
      {measured.map(({ process, value, threshold }) => (
        <span key={process} class="hint">
          <bdi dir="ltr">
            {kind}, {process}
          </bdi>
          {" · "}
          {t("page.console.measured", { value: formats.number(value), threshold: formats.number(threshold) })}
        </span>
      ))}
    </Row>
  );
}
