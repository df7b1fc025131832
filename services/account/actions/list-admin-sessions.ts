import { implement } from "#libs/contract-kit/implement.ts";
import { listAdminSessions } from "#libs/contracts/account/index.ts";
import type { Deps } from "../deps.ts";
import { sessionView } from "../views/session-view.ts";

/** GET /admin/auth/sessions */
export const listAdminSessionsAction = ({ clock, config, adminSessions }: Pick<Deps, "clock" | "config" | "adminSessions">) =>
  implement(listAdminSessions, async ({ caller }) => {
    const open = await adminSessions.listOpen(caller.userId, clock.now(), config.read("auth.admin_idle_minutes"));
    return open.map((session) => sessionView(session, caller.sessionId));
  });
