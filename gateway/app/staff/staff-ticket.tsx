import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Name } from "#gateway/ui/parts/values.tsx";
import { answerTicket, closeTicket, getTicket } from "#libs/contracts/content/support.ts";
import { orNull } from "../client/or-null.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { NotFound } from "../ui/not-found.tsx";
import { TicketView } from "../ui/tickets/ticket-view.tsx";
import { usePolling } from "../ui/use-polling.ts";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { useWork } from "../ui/use-work.ts";
import type { StaffPage } from "./staff-page.ts";
import { staffApi } from "./staff-session.ts";

const LOOK_MS = 5_000;

const ticketOf = (ticketId: string) => staffApi.call(getTicket, { ticketId });

type Ticket = Awaited<ReturnType<typeof ticketOf>>;

/** A support request, and the form for the reply. */
export default function StaffTicketPage({ params: { ticketId = "" } }: StaffPage): VNode {
  const query = useQuery(ticketId, async () => ({ ticket: await orNull(ticketOf(ticketId), 400, 404) }));
  usePolling(query.reload, LOOK_MS);
  return (
    <Loaded query={query}>
      {({ ticket }) =>
        ticket ? (
          <StaffTicket ticket={ticket} changed={query.reload} />
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
  const params = { ticketId };
  const send = (message: string, key: string) => staffApi.call(answerTicket, { ...params, message }, { idempotencyKey: key });
  const close = async () => {
    setClosing(false);
    await staffApi.call(closeTicket, params);
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
