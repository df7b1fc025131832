import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { dataOf } from "#libs/client/index.ts";
import { useReader } from "../parts/reader.tsx";
import { Written } from "../parts/values.tsx";
import type { AppPage } from "./app-page.ts";
import { Loaded, useData } from "./data.tsx";
import { NotFound } from "./not-found.tsx";
import { orNull } from "./or-null.ts";
import { TicketState } from "./support-parts.tsx";
import { api } from "./surroundings.ts";
import { Conversation, Reply } from "./ticket-conversation.tsx";
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
  const { id: ticketId, subject, status, messages } = ticket;
  const [text, setText] = useState("");
  const send = (message: string, key: string) =>
    api.POST("/support/tickets/{ticketId}/messages", {
      params: { path: { ticketId }, header: { "Idempotency-Key": key } },
      body: { message },
    });
  return (
    <>
      <p class="actions">
        <a href="/support">{t("page.support.title")}</a>
      </p>
      <h1 tabIndex={-1} dir="auto">
        {subject}
      </h1>
      <p>
        <TicketState status={status} /> {status === "OPEN" && t("page.support.received")}
      </p>
      <Conversation messages={messages} own="USER" />
      {status === "CLOSED" ? (
        <>
          <p>{t("page.support.ended")}</p>
          {/* It was closed while somebody was writing: the text can still be copied. */}
          {text.trim() !== "" && <Written text={text} />}
          <p class="actions">
            <a class="button" href="/support">
              {t("page.support.new")}
            </a>
          </p>
        </>
      ) : (
        <Reply text={text} type={setText} send={send} changed={changed} />
      )}
    </>
  );
}
