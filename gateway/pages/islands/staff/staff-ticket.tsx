import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { dataOf } from "#libs/client/index.ts";
import { Button } from "../../parts/controls.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { useReader } from "../../parts/reader.tsx";
import { Sentence } from "../../parts/sentence.tsx";
import { Name } from "../../parts/values.tsx";
import { Loaded, useData } from "../data.tsx";
import { ErrorNote } from "../error-note.tsx";
import { NotFound } from "../not-found.tsx";
import { orNull } from "../or-null.ts";
import { TicketView } from "../ticket-view.tsx";
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
  const { id: ticketId, userId, subject } = ticket;
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
  const closeButton = (
    <p class="actions">
      <Button kind="danger" busy={busy} onClick={() => setClosing(true)}>
        {t("page.console.close")}
      </Button>
    </p>
  );
  return (
    <>
      <TicketView
        {...{ ticket, send, changed }}
        own="SUPPORT"
        back="/admin/support"
        about={<Sentence of="page.console.user" parts={{ id: <code dir="ltr">{userId}</code> }} />}
        whenOpen={closeButton}
      />
      {failure !== null && <ErrorNote error={failure} />}
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
