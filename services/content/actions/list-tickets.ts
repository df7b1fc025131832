import { implement } from "#libs/contract-kit/implement.ts";
import { listTickets } from "#libs/contracts/content/index.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import { namedOnly } from "#libs/platform/mongo/find-page.ts";
import type { Deps } from "../deps.ts";
import { ticketRowView } from "../views/ticket-view.ts";

/** GET /admin/support/tickets */
export const listTicketsAction = ({ tickets }: Pick<Deps, "tickets">) =>
  implement(listTickets, async ({ params: { id, userId, status, ...page } }) => {
    const { rows, total } = await tickets.list(namedOnly({ _id: id, userId, status }), page);
    return pageOf(
      rows.map((row) => ({ userId: row.userId, ...ticketRowView(row) })),
      total,
      page,
    );
  });
