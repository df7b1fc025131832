import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Badge, Time } from "#gateway/ui/parts/values.tsx";
import { listKillSwitches, setKillSwitch } from "#libs/contracts/config/switches.ts";
import { SWITCHED_ROUTES } from "#libs/contracts/switched-routes.ts";
import type { KillSwitch } from "#libs/policies/kill-switches.ts";
import { Decision } from "../parts/decision.tsx";
import { useStaff } from "../parts/staff.ts";
import { SYSTEMS } from "../parts/systems.ts";
import { staffApi } from "../staff-session.ts";
import { Changed } from "./settings/changed.tsx";
import { MAX_REASON } from "./settings/reason.ts";
import { titled } from "./settings/titled.ts";
import { WholeList } from "./whole-list.tsx";

const allSwitches = () => staffApi.call(listKillSwitches);

type Switch = Awaited<ReturnType<typeof allSwitches>>[number];

/** The systems that can be switched off, each with the routes that it has. */
export default function Switches(): VNode {
  return (
    <WholeList title="page.console.allSwitches" load={allSwitches} byIn={({ updatedBy }) => updatedBy}>
      {(item, reload) => <SwitchRow key={item.system} item={item} changed={reload} />}
    </WholeList>
  );
}

interface SwitchProps {
  readonly item: Switch;
  changed(): void;
}

function SwitchRow({ item, changed }: SwitchProps): VNode {
  const { t } = useReader();
  const { may } = useStaff();
  const [isOpen, setOpen] = useState(false);
  const { system, active: isOff, reason, updatedAt, updatedBy, trippedBy } = item;
  const verb = t(isOff ? "page.staffSystem.switchOn" : "page.staffSystem.switchOff");
  const button = (
    <Button kind={isOff ? "plain" : "danger"} label={titled(verb, t(SYSTEMS[system as KillSwitch]))} onClick={() => setOpen(true)}>
      {verb}
    </Button>
  );
  return (
    <Row id={system} href={null} end={may(setKillSwitch) && button}>
      <strong>{t(SYSTEMS[system as KillSwitch])}</strong>
      <span>
        <SwitchState isOff={isOff} /> {trippedBy === null ? <Changed at={updatedAt} by={updatedBy} /> : <Tripped at={updatedAt} />}
      </span>
      {isOff && reason !== null && <bdi>{reason}</bdi>}
      {isOpen && <SwitchDecision item={item} changed={changed} close={() => setOpen(false)} />}
    </Row>
  );
}

/** A guard has switched it off. */
function Tripped({ at }: { readonly at: string | null }): VNode {
  const { t } = useReader();
  return (
    <span class="hint">
      {t("page.console.tripped")} {at !== null && <Time at={at} />}
    </span>
  );
}

function SwitchState({ isOff }: { readonly isOff: boolean }): VNode {
  const { t } = useReader();
  return <Badge kind={isOff ? "danger" : "good"}>{t(isOff ? "page.staffSystem.off" : "page.staffSystem.on")}</Badge>;
}

function SwitchDecision({ item: { system, active: isOff, trippedBy }, changed, close }: SwitchProps & { close(): void }): VNode {
  const { t, formats } = useReader();
  const name = t(SYSTEMS[system as KillSwitch]);
  const routes = SWITCHED_ROUTES[system as KillSwitch];
  const verb = t(isOff ? "page.staffSystem.switchOn" : "page.staffSystem.switchOff");
  const state = (
    <>
      <SwitchState isOff={isOff} /> <span class="turns">→</span> <SwitchState isOff={!isOff} />
    </>
  );
  return (
    <Decision
      id={[`switch ${isOff}`, system]}
      title={titled(verb, name)}
      verb={verb}
      kind={isOff ? "primary" : "danger"}
      facts={[
        [t("page.console.state"), state],
        [
          isOff ? t("page.staffSystem.routesBack") : t("page.staffSystem.routes", { number: formats.number(routes.length) }),
          <Routes key="routes" of={routes} />,
        ],
      ]}
      reason={isOff && trippedBy === null ? null : { readBy: t("page.staffSystem.staffReads"), maxLength: MAX_REASON }}
      send={(reason, idempotencyKey) => {
        const change = isOff && trippedBy === null ? { system, active: false } : { system, active: !isOff, reason };
        return staffApi.call(setKillSwitch, change, { idempotencyKey });
      }}
      meanwhile={async () => null}
      done={changed}
      close={close}
    >
      {t(isOff ? "page.staffSystem.switchOnWhat" : "page.staffSystem.switchOffWhat")}
    </Decision>
  );
}

function Routes({ of }: { readonly of: readonly string[] }): VNode {
  return (
    <ul class="list" dir="ltr">
      {of.map((route) => (
        <li key={route}>
          <code>{route}</code>
        </li>
      ))}
    </ul>
  );
}
