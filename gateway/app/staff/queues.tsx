import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import type { RoutedAction } from "#libs/contract-kit/contract.ts";
import { listTickets } from "#libs/contracts/content/support.ts";
import { listAppeals } from "#libs/contracts/messaging/moderation-appeals.ts";
import { listModerationQueue } from "#libs/contracts/messaging/moderation-queue.ts";
import { listReports } from "#libs/contracts/messaging/moderation-reports.ts";
import { listAdjustments } from "#libs/contracts/wallet/adjustments.ts";
import { listAdminPayouts } from "#libs/contracts/wallet/payouts.ts";
import { useQuery } from "../ui/use-query.tsx";
import { Since } from "./parts/part.tsx";
import { useStaff } from "./parts/staff.ts";
import { useLooking } from "./parts/use-looking.ts";
import type { StaffQueue } from "./staff-route.ts";
import { staffApi } from "./staff-session.ts";

interface Waiting {
  readonly total: number;
  /** How long the oldest item has waited; null: the queue is empty, or the list does not say. */
  readonly since: string | null;
}

interface Queue {
  readonly name: StaffQueue;
  readonly text: TextKey;
  /** The list that it counts. */
  readonly list: RoutedAction;
  count(): Promise<Waiting>;
}

/** Lists that start with the newest item reveal the count only. */
const numberOf = async (list: Promise<{ readonly total: number }>): Promise<Waiting> => ({ total: (await list).total, since: null });

const QUEUES: readonly Queue[] = [
  {
    name: "moderation",
    text: "page.console.heldBack",
    list: listModerationQueue,
    async count() {
      const { total, items } = await staffApi.call(listModerationQueue, { limit: 1 });
      return { total, since: items[0]?.flaggedAt ?? null };
    },
  },
  {
    name: "reports",
    text: "page.console.reports",
    list: listReports,
    count: () => numberOf(staffApi.call(listReports, { status: "OPEN", limit: 1 })),
  },
  {
    name: "appeals",
    text: "page.console.appeals",
    list: listAppeals,
    count: () => numberOf(staffApi.call(listAppeals, { status: "OPEN", limit: 1 })),
  },
  {
    name: "tickets",
    text: "page.console.tickets",
    list: listTickets,
    async count() {
      const query = { status: "OPEN", limit: 1 } as const;
      const { total, items } = await staffApi.call(listTickets, query);
      return { total, since: items[0]?.lastMessageAt ?? null };
    },
  },
  {
    name: "payouts",
    text: "page.console.payouts",
    list: listAdminPayouts,
    count: () => numberOf(staffApi.call(listAdminPayouts, { status: "REQUESTED", limit: 1 })),
  },
  {
    name: "adjustments",
    text: "page.console.corrections",
    list: listAdjustments,
    count: () => numberOf(staffApi.call(listAdjustments, { status: "PENDING", limit: 1 })),
  },
];

/** Queues of items that wait for a decision or a reply. */
export function Queues(): VNode | null {
  const { t } = useReader();
  const { may } = useStaff();
  const own = QUEUES.filter(({ list }) => may(list));
  if (own.length === 0) return null;
  return (
    <section aria-labelledby="queues">
      <h2 id="queues">{t("page.console.waiting")}</h2>
      <ul class="list">
        {own.map((queue) => (
          <QueueRow key={queue.text} queue={queue} />
        ))}
      </ul>
    </section>
  );
}

function QueueRow({ queue: { name, text, count } }: { readonly queue: Queue }): VNode {
  const { t, formats } = useReader();
  const { data, error, reload } = useQuery(text, count);
  useLooking(reload);
  const answer = (
    <>
      <strong>{data === null ? "…" : formats.number(data.total)}</strong>
      {data !== null && data.since !== null && <Since at={data.since} />}
    </>
  );
  return (
    <Row href={useStaff().hrefOfQueue(name)} end={error === null ? answer : <span class="problem">{t("page.console.noAnswer")}</span>}>
      {t(text)}
    </Row>
  );
}
