import { implement } from "#libs/contract-kit/implement.ts";
import { listOwnTickets } from "#libs/contracts/content/index.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { ticketRowView } from "../views/ticket-view.ts";

/** GET /support/tickets */
export const listOwnTicketsAction = ({ tickets }: Pick<Deps, "tickets">) =>
  implement(listOwnTickets, async (ctx) => {
    const { rows, total } = await tickets.listByUser(ctx.caller.userId, ctx.params);
    return pageOf(rows.map(ticketRowView), total, ctx.params);
  });
