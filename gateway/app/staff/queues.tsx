import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { listTickets } from "#libs/contracts/content/support.ts";
import { listAppeals } from "#libs/contracts/messaging/moderation-appeals.ts";
import { listModerationQueue } from "#libs/contracts/messaging/moderation-queue.ts";
import { listReports } from "#libs/contracts/messaging/moderation-reports.ts";
import { listAdjustments } from "#libs/contracts/wallet/adjustments.ts";
import { listAdminPayouts } from "#libs/contracts/wallet/payouts.ts";
import type { Permission } from "#libs/policies/permissions.ts";
import { usePolling } from "../ui/use-polling.ts";
import { useQuery } from "../ui/use-query.tsx";
import { LOOK_MS, Since } from "./part.tsx";
import type { StaffPage } from "./staff-page.ts";
import { staffApi } from "./staff-session.ts";

interface Waiting {
  readonly total: number;
  /** How long the oldest item has waited; null: the queue is empty, or the list does not say. */
  readonly since: string | null;
}

interface Queue {
  readonly text: TextKey;
  readonly permission: Permission;
  /** Null: it has no page yet. */
  readonly href: string | null;
  count(): Promise<Waiting>;
}

/** Lists that start with the newest item reveal the count only. */
const numberOf = async (list: Promise<{ readonly total: number }>): Promise<Waiting> => ({ total: (await list).total, since: null });

const QUEUES: readonly Queue[] = [
  {
    text: "page.console.heldBack",
    permission: "moderation:read",
    href: null,
    async count() {
      const { total, items } = await staffApi.call(listModerationQueue, { limit: 1 });
      return { total, since: items[0]?.flaggedAt ?? null };
    },
  },
  {
    text: "page.console.reports",
    permission: "moderation:read",
    href: null,
    count: () => numberOf(staffApi.call(listReports, { status: "OPEN", limit: 1 })),
  },
  {
    text: "page.console.appeals",
    permission: "moderation:read",
    href: null,
    count: () => numberOf(staffApi.call(listAppeals, { status: "OPEN", limit: 1 })),
  },
  {
    text: "page.console.tickets",
    permission: "support:write",
    href: "/admin/support",
    async count() {
      const query = { status: "OPEN", limit: 1 } as const;
      const { total, items } = await staffApi.call(listTickets, query);
      return { total, since: items[0]?.lastMessageAt ?? null };
    },
  },
  {
    text: "page.console.payouts",
    permission: "finance:read",
    href: null,
    count: () => numberOf(staffApi.call(listAdminPayouts, { status: "REQUESTED", limit: 1 })),
  },
  {
    text: "page.console.corrections",
    permission: "finance:read",
    href: null,
    count: () => numberOf(staffApi.call(listAdjustments, { status: "PENDING", limit: 1 })),
  },
];

/** Queues of items that wait for a decision or a reply. */
export function Queues({ may }: Pick<StaffPage, "may">): VNode | null {
  const { t } = useReader();
  const own = QUEUES.filter(({ permission }) => may(permission));
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

function QueueRow({ queue: { text, href, count } }: { readonly queue: Queue }): VNode {
  const { t, formats } = useReader();
  const { data, error, reload } = useQuery(text, count);
  usePolling(reload, LOOK_MS);
  const answer = (
    <>
      <strong>{data === null ? "…" : formats.number(data.total)}</strong>
      {data !== null && data.since !== null && <Since at={data.since} />}
    </>
  );
  return (
    <Row href={href} end={error === null ? answer : <span class="problem">{t("page.console.noAnswer")}</span>}>
      {t(text)}
    </Row>
  );
}
