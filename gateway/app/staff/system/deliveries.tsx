import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Tabs } from "#gateway/ui/parts/tabs.tsx";
import { Badge, Time } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import type { DeliveryStatus } from "#libs/contracts/webhook/index.ts";
import { listDeliveries, retryDelivery } from "#libs/contracts/webhook/index.ts";
import { ErrorNote } from "../../ui/error-note.tsx";
import { useWork } from "../../ui/use-work.ts";
import { keepFocus } from "../parts/keep-focus.ts";
import { ListPart } from "../parts/part.tsx";
import { staffApi } from "../staff-session.ts";

const LATEST = 25;

const STATES = {
  PENDING: { kind: "neutral", text: "page.staffSystem.pending" },
  SUCCEEDED: { kind: "good", text: "page.staffSystem.delivered" },
  FAILED: { kind: "danger", text: "page.staffSystem.failed" },
} as const satisfies Record<DeliveryStatus, { readonly kind: "neutral" | "good" | "danger"; readonly text: TextKey }>;

/** The state that an address narrows the deliveries to; null: all. */
export function deliveryStatusOf(query: URLSearchParams): DeliveryStatus | null {
  const status = query.get("status") ?? "";
  return status in STATES ? (status as DeliveryStatus) : null;
}

async function latestDeliveries(id: string, status: DeliveryStatus | null) {
  return (await staffApi.call(listDeliveries, { id, limit: LATEST, ...(status === null ? {} : { status }) })).items;
}

type Delivery = Awaited<ReturnType<typeof latestDeliveries>>[number];

interface SendingProps {
  readonly endpointId: string;
  /** Whether a failed delivery may be sent again. */
  readonly maySend: boolean;
}

interface DeliveriesProps extends SendingProps {
  /** Null: in each state. */
  readonly status: DeliveryStatus | null;
}

/** The latest deliveries to an endpoint. */
export function Deliveries({ endpointId, maySend, status }: DeliveriesProps): VNode {
  const { t } = useReader();
  const path = `/admin/webhooks/${endpointId}`;
  const states = Object.entries(STATES).map(([name, { text }]) => ({
    href: `${path}?status=${name}`,
    text: t(text),
    isCurrent: name === status,
  }));
  return (
    <>
      <Tabs
        label={t("page.staffSystem.deliveries")}
        tabs={[{ href: path, text: t("page.inbox.all"), isCurrent: status === null }, ...states]}
      />
      <ListPart title="page.staffSystem.deliveries" none="page.staffSystem.noDeliveries" load={() => latestDeliveries(endpointId, status)}>
        {(delivery, reload) => (
          <DeliveryRow key={delivery.id} endpointId={endpointId} delivery={delivery} maySend={maySend} changed={reload} />
        )}
      </ListPart>
    </>
  );
}

interface DeliveryRowProps extends SendingProps {
  readonly delivery: Delivery;
  changed(): void;
}

function DeliveryRow({ endpointId, delivery, maySend, changed }: DeliveryRowProps): VNode {
  const { t, formats } = useReader();
  const { busy, failure, run } = useWork();
  const { id: deliveryId, kind, status, attempts, nextAttemptAt, createdAt, log } = delivery;
  // One that is retried need not wait for its time when the receiver works again.
  const isRetried = status === "PENDING" && attempts > 0 && nextAttemptAt !== null;
  // Its button goes with the state, or with the row.
  useEffect(() => keepFocus, [status]);
  const sendAgain = async () => {
    const params = { id: endpointId, deliveryId };
    await staffApi.call(retryDelivery, params);
    changed();
  };
  return (
    <li data-id={deliveryId}>
      <div class="item">
        <span class="text">
          <bdi dir="ltr">{kind}</bdi>
          {isRetried && (
            <span class="hint">
              <Sentence of="page.staffSystem.nextAttempt" parts={{ time: <Time at={nextAttemptAt} /> }} />
            </span>
          )}
          <details class="hint">
            <summary>
              <span>
                {t("page.staffSystem.attempts", { number: formats.number(attempts) })} {outcomeOf(log.at(-1))}
              </span>
            </summary>
            <ol class="list">
              {log.map((attempt) => (
                <li key={attempt.at}>
                  <Time at={attempt.at} /> {outcomeOf(attempt)}
                </li>
              ))}
            </ol>
          </details>
        </span>
        <span class="end">
          <Badge kind={STATES[status].kind}>{t(STATES[status].text)}</Badge>
          <span class="hint">
            <Time at={createdAt} />
          </span>
          {maySend && (status === "FAILED" || isRetried) && (
            <Button busy={busy} onClick={() => void run(sendAgain)}>
              {t("page.staffSystem.sendAgain")}
            </Button>
          )}
        </span>
      </div>
      {failure !== null && <ErrorNote error={failure} />}
    </li>
  );
}

/** The receiver's last response, verbatim. */
function outcomeOf(attempt: { readonly status: number | null; readonly error: string | null } | undefined): VNode | null {
  const said = [attempt?.status, attempt?.error].filter((each) => each !== null && each !== undefined);
  return said.length === 0 ? null : <bdi dir="ltr">({said.join(", ")})</bdi>;
}
