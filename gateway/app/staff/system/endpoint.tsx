import type { VNode } from "preact";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { getEndpoint, retryDelivery, updateEndpoint } from "#libs/contracts/webhook/index.ts";
import { orNull } from "../../client/or-null.ts";
import type { AppPage } from "../../ui/app-page.ts";
import { ErrorNote } from "../../ui/error-note.tsx";
import { NotFound } from "../../ui/not-found.tsx";
import { Loaded, useQuery } from "../../ui/use-query.tsx";
import { useWork } from "../../ui/use-work.ts";
import { useStaff } from "../parts/staff.ts";
import { useLooking } from "../parts/use-looking.ts";
import { staffApi } from "../staff-session.ts";
import { Deliveries } from "./deliveries.tsx";
import { EndpointState } from "./endpoint-state.tsx";

const endpointOf = (id: string) => staffApi.call(getEndpoint, { id });

type Endpoint = Awaited<ReturnType<typeof endpointOf>>;

/** A webhook endpoint. The mail about a failing endpoint links here. */
export default function EndpointPage({ params: { endpointId = "" } }: AppPage): VNode {
  const { may } = useStaff();
  const query = useQuery(endpointId, async () => ({ endpoint: await orNull(endpointOf(endpointId), 404) }));
  useLooking(query.reload);
  return (
    <Loaded query={query}>
      {({ endpoint }) =>
        endpoint ? (
          <>
            <About endpoint={endpoint} mayChange={may(updateEndpoint)} changed={query.reload} />
            <Deliveries endpointId={endpointId} maySend={endpoint.enabled && may(retryDelivery)} />
          </>
        ) : (
          <NotFound text="page.staffSystem.noEndpoint" back="/admin" backText="page.console.today" />
        )
      }
    </Loaded>
  );
}

interface AboutProps {
  readonly endpoint: Endpoint;
  readonly mayChange: boolean;
  changed(): void;
}

function About({ endpoint, mayChange, changed }: AboutProps): VNode {
  const { t } = useReader();
  const { busy, failure, run } = useWork();
  const { id, url, kinds, description, enabled } = endpoint;
  const enable = async () => {
    await staffApi.call(updateEndpoint, { id, enabled: true });
    changed();
  };
  return (
    <>
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
        ]}
      />
      {failure !== null && <ErrorNote error={failure} />}
      {!enabled && mayChange && (
        <p class="actions">
          <Button busy={busy} onClick={() => void run(enable)}>
            {t("page.staffSystem.enable")}
          </Button>
        </p>
      )}
    </>
  );
}
