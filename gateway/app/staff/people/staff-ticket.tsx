import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Name } from "#gateway/ui/parts/values.tsx";
import { getUser } from "#libs/contracts/account/users.ts";
import { answerTicket, closeTicket, getTicket } from "#libs/contracts/content/support.ts";
import { TicketState } from "../../ui/tickets/support-parts.tsx";
import { TicketView } from "../../ui/tickets/ticket-view.tsx";
import { Decision } from "../parts/decision.tsx";
import { OnDemand } from "../parts/on-demand.tsx";
import { Person } from "../parts/person.tsx";
import { useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import { userOf } from "./user.ts";
import { UserFacts } from "./user-case.tsx";

const ticketOf = (ticketId: string) => staffApi.call(getTicket, { ticketId });

/** A ticket with its conversation. */
export type Ticket = Awaited<ReturnType<typeof ticketOf>>;

interface StaffTicketProps {
  readonly item: Ticket;
  marked(mark?: VNode): void;
  decided(mark?: VNode): void;
}

/** A support request, and the form for the reply. */
export function StaffTicket({ item, marked, decided }: StaffTicketProps): VNode {
  const { t } = useReader();
  const { id: ticketId, userId } = item;
  const { may } = useStaff();
  const [isClosing, setClosing] = useState(false);
  const isAnswered = useRef(false);
  const send = async (message: string, key: string) => {
    await staffApi.call(answerTicket, { ticketId, message }, { idempotencyKey: key });
    isAnswered.current = true;
  };
  const closeButton = (
    <p class="actions">
      <Button kind="danger" keys="c" onClick={() => setClosing(true)}>
        {t("page.staffPeople.close")}
      </Button>
    </p>
  );
  return (
    <>
      <TicketView
        {...{ ticket: item, send }}
        changed={() => marked(isAnswered.current ? <TicketState status="ANSWERED" /> : undefined)}
        own="SUPPORT"
        back={null}
        about={<Person userId={userId} />}
        whenOpen={closeButton}
        whenClosed={<p class="notice">{t("page.staffPeople.ticketClosed")}</p>}
      />
      {may(getUser) && (
        <OnDemand title="page.support.asker" load={() => userOf(userId)}>
          {(user) => <UserFacts item={user} />}
        </OnDemand>
      )}
      {isClosing && <CloseTicket ticket={item} decided={decided} close={() => setClosing(false)} />}
    </>
  );
}

interface CloseTicketProps {
  readonly ticket: Ticket;
  decided(mark?: VNode): void;
  close(): void;
}

function CloseTicket({ ticket: { id: ticketId, userId, subject, status }, decided, close }: CloseTicketProps): VNode {
  const { t } = useReader();
  const meanwhile = async () => {
    const { status: now, lastMessageAt } = await ticketOf(ticketId);
    return { state: <TicketState status={now} />, by: null, at: lastMessageAt };
  };
  return (
    <Decision
      id={["close", ticketId]}
      title={t("page.staffPeople.close")}
      verb={t("page.staffPeople.close")}
      kind="danger"
      facts={[
        [t("page.support.asker"), <Person key="asker" userId={userId} isPlain />],
        [
          t("page.console.state"),
          <span key="state">
            <TicketState status={status} /> <span class="turns">→</span> <TicketState status="CLOSED" />
          </span>,
        ],
      ]}
      reason={null}
      send={(_, idempotencyKey) => staffApi.call(closeTicket, { ticketId }, { idempotencyKey })}
      {...{ meanwhile, close }}
      done={(isOwn) => decided(isOwn ? <TicketState status="CLOSED" /> : undefined)}
    >
      <Sentence of="page.staffPeople.closeSure" parts={{ subject: <Name>{subject}</Name> }} />{" "}
      {status === "OPEN" && <strong>{t("page.staffPeople.closeUnanswered")}</strong>}
    </Decision>
  );
}
