import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { listAlarms } from "#libs/contracts/config/alarms.ts";
import type { AlarmName } from "#libs/policies/alarms.ts";
import { ListPart, Since } from "./parts/part.tsx";
import { staffApi } from "./staff-session.ts";

/** Instructions for each alarm. */
const REMEDIES = {
  LedgerImbalance: "page.console.doBooks",
  LedgerAuditStale: "page.console.doProcess",
  RefundsOverdue: "page.console.doProcess",
  OutboxStalled: "page.console.doBus",
  ConsumerLag: "page.console.doBus",
  WebhookLag: "page.console.doProcess",
  ClockSkew: "page.console.doClock",
  BusRefusals: "page.console.doKeys",
  FactsRefused: "page.console.doKeys",
  FactsLost: "page.console.doBus",
  KeptValueDrift: "page.console.doLog",
  DeadLetters: "page.console.doLog",
  MoneyShed: "page.console.doLoad",
  ErrorRate: "page.console.doLog",
  JobSilent: "page.console.doProcess",
  ProcessMissing: "page.console.doProcess",
  CertificateExpiry: "page.console.doCertificate",
  CountersFull: "page.console.doRedis",
  SwitchOpen: "page.console.doSwitch",
} as const satisfies Record<AlarmName, TextKey>;

const currentAlarms = () => staffApi.call(listAlarms);

type Alarm = Awaited<ReturnType<typeof currentAlarms>>[number];

/** The current alarms, the most severe first. */
export function Alarms(): VNode {
  return (
    <ListPart title="page.console.alarms" none="page.console.noAlarms" load={currentAlarms}>
      {(alarm) => <AlarmRow key={`${alarm.name} ${alarm.process}`} alarm={alarm} />}
    </ListPart>
  );
}

function AlarmRow({ alarm: { name, severity, process, value, threshold, since } }: { readonly alarm: Alarm }): VNode {
  const { t, formats } = useReader();
  const isCritical = severity === "critical";
  return (
    <Row
      id={`${name} ${process}`}
      href={null}
      end={
        <>
          <Badge kind={isCritical ? "danger" : "warn"}>{t(isCritical ? "page.console.critical" : "page.console.warning")}</Badge>
          <Since at={since} />
        </>
      }
    >
      <strong>{t(`page.console.alarm.${name}`)}</strong>
      <span>{t(REMEDIES[name])}</span>
      <span class="hint">
        <bdi dir="ltr">
          {name}, {process}
        </bdi>
        {" · "}
        {t("page.console.measured", { value: formats.number(value), threshold: formats.number(threshold) })}
      </span>
    </Row>
  );
}
