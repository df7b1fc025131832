import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button, Empty } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Tabs } from "#gateway/ui/parts/tabs.tsx";
import { Badge, Time } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { listTickets, TICKET_STATUSES, type TicketStatus } from "#libs/contracts/content/support.ts";
import { Pages, pageOf } from "../ui/pager.tsx";
import { TicketState } from "../ui/tickets/support-parts.tsx";
import { usePolling } from "../ui/use-polling.ts";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import type { StaffPage } from "./staff-page.ts";
import { staffApi } from "./staff-session.ts";

/** A user waits for the reply, so new tickets must show up soon. */
const LOOK_MS = 5_000;

const NAMES = {
  OPEN: "page.console.openTickets",
  ANSWERED: "page.state.answered",
  CLOSED: "page.support.closed",
} as const satisfies Record<TicketStatus, TextKey>;

const listOf = (status: TicketStatus, page: number) => staffApi.call(listTickets, { status, page, limit: 25 });

type List = Awaited<ReturnType<typeof listOf>>;

/** Tickets in one state, the longest waiting first. */
export default function Tickets({ query }: StaffPage): VNode {
  const { t } = useReader();
  const status = TICKET_STATUSES.find((each) => each === query.get("status")) ?? "OPEN";
  const page = pageOf(query);
  const loaded = useQuery(`${status} ${page}`, () => listOf(status, page));
  usePolling(loaded.reload, LOOK_MS);
  const tabs = TICKET_STATUSES.map((each) => ({ href: addressOf(each), text: t(NAMES[each]), isCurrent: each === status }));
  return (
    <>
      <h1 tabIndex={-1}>{t("page.support.title")}</h1>
      <Tabs label={t("page.support.title")} tabs={tabs} />
      <Loaded query={loaded}>{(list) => <Rows key={`${status} ${page}`} latest={list} path={addressOf(status)} />}</Loaded>
    </>
  );
}

const addressOf = (status: TicketStatus): string => (status === "OPEN" ? "/admin/support" : `/admin/support?status=${status}`);

interface RowsProps {
  /** The list from the latest API response. */
  readonly latest: List;
  readonly path: string;
}

/** The list never moves by itself: new tickets wait behind a button, and tickets that left it stay, struck through. */
function Rows({ latest, path }: RowsProps): VNode {
  const { t, formats } = useReader();
  const [shown, setShown] = useState(latest);
  const isIn = ({ items }: List, id: string) => items.some((item) => item.id === id);
  const added = latest.items.filter(({ id }) => !isIn(shown, id)).length;
  return (
    <>
      <p class="actions" aria-live="polite">
        {added > 0 && <Button onClick={() => setShown(latest)}>{t("page.console.newRows", { number: formats.number(added) })}</Button>}
      </p>
      {shown.items.length === 0 && <Empty>{t("page.console.noTickets")}</Empty>}
      <ul class="list">
        {shown.items.map(({ id, subject, status, userId, lastMessageAt }) => {
          const hasLeft = !isIn(latest, id);
          return (
            <li key={id} data-id={id}>
              <a class="item" href={`/admin/support/${id}`}>
                <span class="text">
                  {hasLeft ? (
                    <s>
                      <bdi>{subject}</bdi>
                    </s>
                  ) : (
                    <bdi>{subject}</bdi>
                  )}
                  <span>{hasLeft ? <Badge kind="neutral">{t("page.console.left")}</Badge> : <TicketState status={status} />}</span>
                </span>
                <span class="end hint">
                  <Time at={lastMessageAt} as="relative" />
                  {" · "}
                  <Sentence of="page.console.user" parts={{ id: <code dir="ltr">{userId.slice(0, 8)}</code> }} />
                </span>
              </a>
            </li>
          );
        })}
      </ul>
      <Pages list={latest} path={path} oldestFirst />
    </>
  );
}
