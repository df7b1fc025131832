import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { listKillSwitches } from "#libs/contracts/config/switches.ts";
import { listEndpoints } from "#libs/contracts/webhook/index.ts";
import type { KillSwitch } from "#libs/policies/kill-switches.ts";
import { ListPart, Since } from "./parts/part.tsx";
import { staffApi } from "./staff-session.ts";
import { EndpointState } from "./system/endpoint-state.tsx";
import { SYSTEM_NAMES } from "./system/system-names.ts";

/** Maximum page size of the API. */
const MAX_ENDPOINTS = 50;

async function activeSwitches() {
  const all = await staffApi.call(listKillSwitches);
  return all.filter(({ active }) => active);
}

async function failingEndpoints() {
  const { items } = await staffApi.call(listEndpoints, { limit: MAX_ENDPOINTS });
  return items.filter(
    ({ failingSince, disabledReason }) => failingSince !== null || disabledReason === "GONE" || disabledReason === "FAILING",
  );
}

/** Features that are switched off for all users. */
export function Switches(): VNode {
  const { t } = useReader();
  return (
    <ListPart title="page.console.switches" none="page.console.noSwitches" load={activeSwitches}>
      {({ system, reason, updatedAt }) => (
        <Row key={system} id={system} href={null} end={updatedAt !== null && <Since at={updatedAt} />}>
          <strong>{t(SYSTEM_NAMES[system as KillSwitch])}</strong>
          {reason !== null && <bdi>{reason}</bdi>}
        </Row>
      )}
    </ListPart>
  );
}

/** Webhook endpoints that fail, or that failures have disabled. */
export function FailingEndpoints(): VNode {
  return (
    <ListPart title="page.console.endpoints" none="page.console.noEndpoints" load={failingEndpoints}>
      {(endpoint) => (
        <Row key={endpoint.id} id={endpoint.id} href={`/admin/webhooks/${endpoint.id}`}>
          <bdi dir="ltr">{endpoint.url}</bdi>
          <span>
            <EndpointState endpoint={endpoint} />
          </span>
        </Row>
      )}
    </ListPart>
  );
}
