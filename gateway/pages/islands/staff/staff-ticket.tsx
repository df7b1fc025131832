import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { dataOf } from "#libs/client/index.ts";
import { Button } from "../../parts/controls.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { useReader } from "../../parts/reader.tsx";
import { Sentence } from "../../parts/sentence.tsx";
import { Name, Written } from "../../parts/values.tsx";
import { Loaded, useData } from "../data.tsx";
import { ErrorNote } from "../error-note.tsx";
import { NotFound } from "../not-found.tsx";
import { orNull } from "../or-null.ts";
import { TicketState } from "../support-parts.tsx";
import { Conversation, Reply } from "../ticket-conversation.tsx";
import { useLooks } from "../use-looks.ts";
import { useWork } from "../use-work.ts";
import type { StaffPage } from "./staff-page.ts";
import { staffApi } from "./staff-session.ts";

const LOOK_MS = 5_000;

const ticketOf = (ticketId: string) => dataOf(staffApi.GET("/admin/support/tickets/{ticketId}", { params: { path: { ticketId } } }));

type Ticket = Awaited<ReturnType<typeof ticketOf>>;

/** What somebody has asked, and the place for the answer. */
export default function StaffTicketPage({ params: { ticketId = "" } }: StaffPage): VNode {
  const asked = useData(ticketId, async () => ({ ticket: await orNull(ticketOf(ticketId), 400, 404) }));
  useLooks(asked.reload, LOOK_MS);
  return (
    <Loaded asked={asked}>
      {({ ticket }) =>
        ticket ? (
          <StaffTicket ticket={ticket} changed={asked.reload} />
        ) : (
          <NotFound text="page.console.noTicket" back="/admin/support" backText="page.support.title" />
        )
      }
    </Loaded>
  );
}

function StaffTicket({ ticket, changed }: { readonly ticket: Ticket; changed(): void }): VNode {
  const { t } = useReader();
  const { id: ticketId, userId, subject, status, messages } = ticket;
  const [text, setText] = useState("");
  const [isClosing, setClosing] = useState(false);
  const { busy, failure, run } = useWork();
  const params = { path: { ticketId } };
  const send = (message: string, key: string) =>
    staffApi.POST("/admin/support/tickets/{ticketId}/messages", {
      params: { ...params, header: { "Idempotency-Key": key } },
      body: { message },
    });
  const close = async () => {
    setClosing(false);
    await staffApi.POST("/admin/support/tickets/{ticketId}/close", { params });
    changed();
  };
  return (
    <>
      <p class="actions">
        <a href="/admin/support">{t("page.support.title")}</a>
      </p>
      <h1 tabIndex={-1} dir="auto">
        {subject}
      </h1>
      <p>
        <TicketState status={status} /> <Sentence of="page.console.user" parts={{ id: <code dir="ltr">{userId}</code> }} />
      </p>
      <Conversation messages={messages} own="SUPPORT" />
      {failure !== null && <ErrorNote error={failure} />}
      {status === "CLOSED" ? (
        text.trim() !== "" && <Written text={text} />
      ) : (
        <>
          <Reply text={text} type={setText} send={send} changed={changed} />
          <p class="actions">
            <Button kind="danger" busy={busy} onClick={() => setClosing(true)}>
              {t("page.console.close")}
            </Button>
          </p>
        </>
      )}
      {isClosing && (
        <Dialog title={t("page.console.close")} onClose={() => setClosing(false)}>
          <p>
            <Sentence of="page.console.closeSure" parts={{ subject: <Name>{subject}</Name> }} />
          </p>
          <p class="actions">
            <Button kind="danger" onClick={() => void run(close)}>
              {t("page.console.close")}
            </Button>
            <Button onClick={() => setClosing(false)}>{t("page.dialog.cancel")}</Button>
          </p>
        </Dialog>
      )}
    </>
  );
}
