import { implement } from "#libs/contract-kit/implement.ts";
import { listInvitations } from "#libs/contracts/account/index.ts";
import { cursorPageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { invitationView } from "../views/staff-view.ts";

/** GET /admin/staff/invitations */
export const listInvitationsAction = ({ clock, staffInvitations }: Pick<Deps, "clock" | "staffInvitations">) =>
  implement(listInvitations, async ({ params: { cursor, limit } }) => {
    const page = cursorPageOf(await staffInvitations.list(cursor, limit + 1), limit, ({ _id }) => _id);
    const now = clock.now();
    return { ...page, results: page.results.map((invitation) => invitationView(invitation, now)) };
  });
