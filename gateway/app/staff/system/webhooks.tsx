import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { createEndpoint, listEndpoints } from "#libs/contracts/webhook/index.ts";
import { go } from "../../client/navigation.ts";
import { useStaff } from "../parts/staff.ts";
import { nothingSent, unlessChanged } from "../parts/unless-changed.ts";
import { staffApi } from "../staff-session.ts";
import { EndpointForm } from "./endpoint-form.tsx";
import { EndpointSecret, type NewSecret } from "./endpoint-secret.tsx";
import { EndpointState } from "./endpoint-state.tsx";
import { WholeList } from "./whole-list.tsx";

/** Maximum page size of the interface. It has no more endpoints by default. */
const MAX_ENDPOINTS = 50;

const endpoints = async () => (await staffApi.call(listEndpoints, { limit: MAX_ENDPOINTS })).items;

/** The webhook endpoints, each with its state. */
export default function Webhooks(): VNode {
  const { may } = useStaff();
  return (
    <WholeList
      title="page.console.webhooks"
      none="page.staffSystem.noEndpoints"
      load={endpoints}
      head={(reload) => may(createEndpoint) && <NewEndpoint made={reload} />}
    >
      {(endpoint) => (
        <Row key={endpoint.id} id={endpoint.id} href={`/admin/webhooks/${endpoint.id}`}>
          <bdi dir="ltr">{endpoint.url}</bdi>
          {endpoint.description !== null && <bdi>{endpoint.description}</bdi>}
          <span>
            <EndpointState endpoint={endpoint} />
          </span>
        </Row>
      )}
    </WholeList>
  );
}

/** The ids of the endpoints that are there. */
const idsNow = async () => (await endpoints()).map(({ id }) => id);

interface Made extends NewSecret {
  readonly id: string;
}

/** The route takes no key against repetition, so the list is read again before it is called. */
function NewEndpoint({ made }: { made(): void }): VNode {
  const { t } = useReader();
  const [before, setBefore] = useState<readonly string[] | null>(null);
  const [secret, setSecret] = useState<Made | null>(null);
  const close = () => {
    setBefore(null);
    made();
  };
  const leave = () => {
    const path = `/admin/webhooks/${secret?.id}`;
    setSecret(null);
    // A dialog that goes says once more that it is closed.
    if (location.pathname !== path) go(path);
  };
  return (
    <p class="actions">
      <Button onClick={async () => setBefore(await idsNow().catch(() => []))}>{t("page.staffSystem.newEndpoint")}</Button>
      {before !== null && (
        <EndpointForm
          title={t("page.staffSystem.newEndpoint")}
          verb={t("page.payouts.add")}
          endpoint={{ url: "", kinds: [], description: null }}
          close={close}
          send={async (endpoint) => {
            const create = async () => setSecret(await staffApi.call(createEndpoint, endpoint));
            await unlessChanged(
              { shown: before, ask: idsNow, versionOf: (ids) => ids, changed: nothingSent(t("page.staffSystem.nothingSent")) },
              create,
            );
          }}
        />
      )}
      {secret !== null && <EndpointSecret of={secret} close={leave} />}
    </p>
  );
}
