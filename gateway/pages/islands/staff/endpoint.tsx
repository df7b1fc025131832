import type { VNode } from "preact";
import { ApiError, dataOf } from "#libs/client/index.ts";
import type { DeliveryStatus } from "#libs/contracts/webhook/index.ts";
import { Button } from "../../parts/controls.tsx";
import { Facts } from "../../parts/facts.tsx";
import { useReader } from "../../parts/reader.tsx";
import { Badge, Time } from "../../parts/values.tsx";
import type { TextKey } from "../../texts.ts";
import { Loaded, useData } from "../data.tsx";
import { ErrorNote } from "../error-note.tsx";
import { NotFound } from "../not-found.tsx";
import { useLooks } from "../use-looks.ts";
import { useWork } from "../use-work.ts";
import { EndpointState } from "./endpoint-state.tsx";
import { LOOK_MS, Part } from "./part.tsx";
import type { StaffPage } from "./staff-page.ts";
import { staffApi } from "./staff-session.ts";

const LATEST = 25;

const STATES = {
  PENDING: { kind: "neutral", text: "page.console.pending" },
  SUCCEEDED: { kind: "good", text: "page.console.delivered" },
  FAILED: { kind: "danger", text: "page.console.failed" },
} as const satisfies Record<DeliveryStatus, { readonly kind: "neutral" | "good" | "danger"; readonly text: TextKey }>;

const endpointOf = (id: string) => dataOf(staffApi.GET("/admin/webhooks/{id}", { params: { path: { id } } }));

type Endpoint = Awaited<ReturnType<typeof endpointOf>>;

async function findEndpoint(id: string): Promise<Endpoint | null> {
  try {
    return await endpointOf(id);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** A receiver of webhooks: the mail about one that fails leads here. */
export default function EndpointPage({ params: { endpointId = "" }, may }: StaffPage): VNode {
  const asked = useData(endpointId, async () => ({ endpoint: await findEndpoint(endpointId) }));
  useLooks(asked.reload, LOOK_MS);
  return (
    <Loaded asked={asked}>
      {({ endpoint }) =>
        endpoint ? (
          <>
            <About endpoint={endpoint} mayChange={may("config:write")} changed={asked.reload} />
            <Deliveries endpointId={endpointId} />
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
    await staffApi.PATCH("/admin/webhooks/{id}", { params: { path: { id } }, body: { enabled: true } });
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

function Deliveries({ endpointId }: { readonly endpointId: string }): VNode {
  const { t, formats } = useReader();
  const params = { path: { id: endpointId }, query: { limit: LATEST } };
  return (
    <Part title="page.console.deliveries" load={() => dataOf(staffApi.GET("/admin/webhooks/{id}/deliveries", { params }))}>
      {({ items }) => (
        <>
          {items.length === 0 && <p>{t("page.console.noDeliveries")}</p>}
          <ul class="rows">
            {items.map(({ id, kind, status, attempts, createdAt, log }) => (
              <li key={id} data-id={id}>
                <div class="line">
                  <span class="text">
                    <bdi dir="ltr">{kind}</bdi>
                    <span class="hint">
                      {t("page.console.attempts", { number: formats.number(attempts) })} {outcomeOf(log.at(-1))}
                    </span>
                  </span>
                  <span class="end">
                    <Badge kind={STATES[status].kind}>{t(STATES[status].text)}</Badge>
                    <span class="hint">
                      <Time at={createdAt} />
                    </span>
                  </span>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </Part>
  );
}

/** What the receiver answered last, as it is. */
function outcomeOf(attempt: { readonly status: number | null; readonly error: string | null } | undefined): VNode | null {
  const said = [attempt?.status, attempt?.error].filter((each) => each !== null && each !== undefined);
  return said.length === 0 ? null : <bdi dir="ltr">({said.join(", ")})</bdi>;
}
