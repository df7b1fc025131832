import type { VNode } from "preact";
import { dataOf } from "#libs/client/index.ts";
import { useReader } from "../parts/reader.tsx";
import type { AppPage } from "./app-page.ts";
import { Loaded, useData } from "./data.tsx";
import { NotFound } from "./not-found.tsx";
import { orNull } from "./or-null.ts";
import { api } from "./surroundings.ts";
import { TicketView } from "./ticket-view.tsx";
import { useNews } from "./use-news.ts";

const ticketOf = (ticketId: string) => dataOf(api.GET("/support/tickets/{ticketId}", { params: { path: { ticketId } } }));

type Ticket = Awaited<ReturnType<typeof ticketOf>>;

/** What the reader and support have written to each other about one thing. */
export default function TicketPage({ params: { ticketId = "" } }: AppPage): VNode {
  const asked = useData(ticketId, async () => ({ ticket: await orNull(ticketOf(ticketId), 400, 404) }));
  useNews(asked.reload);
  return (
    <Loaded asked={asked}>
      {({ ticket }) =>
        ticket ? (
          <OwnTicket ticket={ticket} changed={asked.reload} />
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
  const send = (message: string, key: string) =>
    api.POST("/support/tickets/{ticketId}/messages", {
      params: { path: { ticketId }, header: { "Idempotency-Key": key } },
      body: { message },
    });
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
