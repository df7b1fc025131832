import { implement } from "#libs/contract-kit/implement.ts";
import { listUserSessions } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { openSessionsOf } from "../sign-in/open-sessions-of.ts";
import { sessionView } from "../views/session-view.ts";

type ListDeps = Pick<Deps, "clock" | "config" | "users" | "sessions" | "adminSessions">;

/** GET /admin/users/{userId}/sessions */
export const listUserSessionsAction = (deps: ListDeps) =>
  implement(listUserSessions, async ({ params: { userId }, caller }) => {
    if (!(await deps.users.find(userId))) throw new AppError("error.user.not_found");
    const open = await openSessionsOf(deps, userId);
    return open.map(({ session, kind }) => ({ ...sessionView(session, caller.sessionId), kind }));
  });
