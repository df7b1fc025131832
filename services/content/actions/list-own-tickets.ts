import { implement } from "#libs/contract-kit/implement.ts";
import { listOwnTickets } from "#libs/contracts/content.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { ticketView } from "../ticket-view.ts";

/** GET /support/tickets */
export const listOwnTicketsAction = ({ tickets }: Pick<Deps, "tickets">) =>
  implement(listOwnTickets, async (ctx) => {
    const { rows, total } = await tickets.ofUser(ctx.caller.userId, ctx.params);
    return pageOf(rows.map(ticketView), total, ctx.params);
  });
