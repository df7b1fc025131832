import { implement } from "#libs/contract-kit/implement.ts";
import { listSessions } from "#libs/contracts/account/index.ts";
import type { Deps } from "../deps.ts";
import { sessionView } from "../views/session-view.ts";

/** GET /auth/sessions */
export const listSessionsAction = ({ clock, sessions }: Pick<Deps, "clock" | "sessions">) =>
  implement(listSessions, async ({ caller }) => {
    const open = await sessions.listOpen(caller.userId, clock.now());
    return open.map((session) => sessionView(session, caller.sessionId));
  });
