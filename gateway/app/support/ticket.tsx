import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { getOwnTicket, writeToTicket } from "#libs/contracts/content/support.ts";
import { api } from "../client/api.ts";
import { orNull } from "../client/or-null.ts";
import type { AppPage } from "../ui/app-page.ts";
import { NotFound } from "../ui/not-found.tsx";
import { TicketView } from "../ui/tickets/ticket-view.tsx";
import { useNews } from "../ui/use-news.ts";
import { Loaded, useQuery } from "../ui/use-query.tsx";

const ticketOf = (ticketId: string) => api.call(getOwnTicket, { ticketId });

type Ticket = Awaited<ReturnType<typeof ticketOf>>;

/** One conversation between the reader and support. */
export default function TicketPage({ params: { ticketId = "" } }: AppPage): VNode {
  const query = useQuery(ticketId, async () => ({ ticket: await orNull(ticketOf(ticketId), 400, 404) }));
  useNews(query.reload);
  return (
    <Loaded query={query}>
      {({ ticket }) =>
        ticket ? (
          <OwnTicket ticket={ticket} changed={query.reload} />
        ) : (
          <NotFound text="page.support.notFound" back="/support" backText="page.support.title" />
        )
      }
    </Loaded>
  );
}

function OwnTicket({ ticket, changed }: { readonly ticket: Ticket; changed(): void }): VNode {
  const { t } = useReader();
  const { id: ticketId, status } = ticket;
  const send = (message: string, key: string) => api.call(writeToTicket, { ticketId, message }, { idempotencyKey: key });
  const ended = (
    <>
      <p>{t("page.support.ended")}</p>
      <p class="actions">
        <a class="button" href="/support">
          {t("page.support.new")}
        </a>
      </p>
    </>
  );
  return (
    <TicketView
      {...{ ticket, send, changed }}
      own="USER"
      back="/support"
      about={status === "OPEN" && t("page.support.received")}
      whenClosed={ended}
    />
  );
}
