import type { VNode } from "preact";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { getEndpoint, updateEndpoint } from "#libs/contracts/webhook/index.ts";
import { orNull } from "../client/or-null.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { NotFound } from "../ui/not-found.tsx";
import { usePolling } from "../ui/use-polling.ts";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { useWork } from "../ui/use-work.ts";
import { Deliveries } from "./deliveries.tsx";
import { EndpointState } from "./endpoint-state.tsx";
import { LOOK_MS } from "./part.tsx";
import type { StaffPage } from "./staff-page.ts";
import { staffApi } from "./staff-session.ts";

const endpointOf = (id: string) => staffApi.call(getEndpoint, { id });

type Endpoint = Awaited<ReturnType<typeof endpointOf>>;

/** A webhook endpoint. The mail about a failing endpoint links here. */
export default function EndpointPage({ params: { endpointId = "" }, may }: StaffPage): VNode {
  const query = useQuery(endpointId, async () => ({ endpoint: await orNull(endpointOf(endpointId), 404) }));
  usePolling(query.reload, LOOK_MS);
  return (
    <Loaded query={query}>
      {({ endpoint }) =>
        endpoint ? (
          <>
            <About endpoint={endpoint} mayChange={may("config:write")} changed={query.reload} />
            <Deliveries endpointId={endpointId} maySend={endpoint.enabled && may("config:write")} />
          </>
        ) : (
          <NotFound text="page.console.noEndpoint" back="/admin" backText="page.console.today" />
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
            t("page.console.address"),
            <bdi key="url" dir="ltr">
              {url}
            </bdi>,
          ],
          [t("page.console.state"), <EndpointState key="state" endpoint={endpoint} />],
          [
            t("page.console.kinds"),
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
            {t("page.console.enable")}
          </Button>
        </p>
      )}
    </>
  );
}
