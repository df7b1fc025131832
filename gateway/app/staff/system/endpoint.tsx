import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { getEndpoint, retryDelivery } from "#libs/contracts/webhook/index.ts";
import { orNull } from "../../client/or-null.ts";
import type { AppPage } from "../../ui/app-page.ts";
import { NotFound } from "../../ui/not-found.tsx";
import { Loaded, useQuery } from "../../ui/use-query.tsx";
import { useStaff } from "../parts/staff.ts";
import { useLooking } from "../parts/use-looking.ts";
import { staffApi } from "../staff-session.ts";
import { Deliveries, deliveryStatusOf } from "./deliveries.tsx";
import { type Endpoint, EndpointActions } from "./endpoint-actions.tsx";
import { EndpointState } from "./endpoint-state.tsx";

const endpointOf = (id: string) => staffApi.call(getEndpoint, { id });

/** A webhook endpoint. The mail about a failing endpoint links here. */
export default function EndpointPage({ params: { endpointId = "" }, query: address }: AppPage): VNode {
  const { may } = useStaff();
  const query = useQuery(endpointId, async () => ({ endpoint: await orNull(endpointOf(endpointId), 404) }));
  const [acts, setActs] = useState(0);
  useLooking(query.reload);
  const changed = () => {
    query.reload();
    setActs((before) => before + 1);
  };
  return (
    <Loaded query={query}>
      {({ endpoint }) =>
        endpoint ? (
          <>
            <About endpoint={endpoint} changed={changed} />
            <Deliveries
              key={`${address.get("status")} ${acts}`}
              endpointId={endpointId}
              status={deliveryStatusOf(address)}
              maySend={endpoint.enabled && may(retryDelivery)}
            />
          </>
        ) : (
          <NotFound text="page.staffSystem.noEndpoint" back="/admin/webhooks" backText="page.console.webhooks" />
        )
      }
    </Loaded>
  );
}

interface AboutProps {
  readonly endpoint: Endpoint;
  changed(): void;
}

function About({ endpoint, changed }: AboutProps): VNode {
  const { t } = useReader();
  const { url, kinds, description, secret } = endpoint;
  return (
    <>
      <p class="actions">
        <a href="/admin/webhooks">{t("page.console.webhooks")}</a>
      </p>
      <h1 tabIndex={-1}>{t("page.console.endpoint")}</h1>
      {description !== null && <p dir="auto">{description}</p>}
      <Facts
        of={[
          [
            t("page.staffSystem.address"),
            <bdi key="url" dir="ltr">
              {url}
            </bdi>,
          ],
          [t("page.console.state"), <EndpointState key="state" endpoint={endpoint} />],
          [
            t("page.staffSystem.kinds"),
            <bdi key="kinds" dir="ltr">
              {kinds.join(", ")}
            </bdi>,
          ],
          [
            t("page.staffSystem.signingSecret"),
            <code key="secret" dir="ltr">
              {secret}
            </code>,
          ],
        ]}
      />
      <EndpointActions endpoint={endpoint} changed={changed} />
    </>
  );
}
