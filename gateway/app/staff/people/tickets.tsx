import type { VNode } from "preact";
import { Time } from "#gateway/ui/parts/values.tsx";
import { getTicket, listTickets, type TicketStatus } from "#libs/contracts/content/support.ts";
import { orNull } from "../../client/or-null.ts";
import { TicketState } from "../../ui/tickets/support-parts.tsx";
import { casesPage } from "../parts/cases.tsx";
import { Person } from "../parts/person.tsx";
import { staffApi } from "../staff-session.ts";
import { StaffTicket, type Ticket } from "./staff-ticket.tsx";

const ticketsOf = (status: TicketStatus, page: number, limit: number, filters: Readonly<Record<string, string>>) =>
  staffApi.call(listTickets, { ...filters, status, page, limit });

type Row = Awaited<ReturnType<typeof ticketsOf>>["items"][number];

/** Tickets in one state, the longest waiting first, and one of them. */
export default casesPage<Row, Ticket, TicketStatus>({
  path: "/admin/support",
  title: "page.support.title",
  kind: "TICKET",
  queue: "tickets",
  none: "page.staffPeople.noTickets",
  notFound: "page.staffPeople.noTicket",
  tabs: {
    by: "status",
    texts: { OPEN: "page.staffPeople.openTickets", ANSWERED: "page.state.answered", CLOSED: "page.support.closed" },
  },
  filters: ["userId"],
  list: ({ tab, page, limit, filters }) => ticketsOf(tab, page, limit, filters),
  find: (ticketId) => orNull(staffApi.call(getTicket, { ticketId }), 400, 404),
  whole: () => null,
  idOf: ({ id }) => id,
  usersIn: ({ userId }) => [userId],
  Row: TicketRow,
  Case: StaffTicket,
});

function TicketRow({ item: { subject, status, userId, lastMessageAt } }: { readonly item: Row }): VNode {
  return (
    <>
      <span class="text">
        <bdi>{subject}</bdi>
        <span class="hint">
          <Person userId={userId} isPlain />
        </span>
      </span>
      <span class="end">
        <TicketState status={status} />
        <span class="hint">
          <Time at={lastMessageAt} as="relative" />
        </span>
      </span>
    </>
  );
}
