import { implement } from "#libs/contract-kit/implement.ts";
import { revokeUserSessions } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { requireAuthorityOver } from "../domain/require-authority-over.ts";
import { endAllSessions } from "../sign-in/end-all-sessions.ts";
import { openSessionsOf } from "../sign-in/open-sessions-of.ts";

type RevokeDeps = Pick<Deps, "clock" | "config" | "transaction" | "users" | "sessions" | "adminSessions" | "audit" | "hints">;

/** POST /admin/users/{userId}/sessions/revoke */
export const revokeUserSessionsAction = (deps: RevokeDeps) =>
  implement(revokeUserSessions, async ({ params: { userId, sessionId, reason }, caller, requestId }) => {
    const user = await deps.users.find(userId);
    if (!user) throw new AppError("error.user.not_found");
    requireAuthorityOver(caller, user);
    if (sessionId !== undefined && !(await openSessionsOf(deps, userId)).some(({ session }) => session._id === sessionId))
      throw new AppError("auth.session.not_found");
    const { endedIds, ended } = await deps.transaction(async (tx) => {
      const end = { reason: "ADMIN", at: deps.clock.now() } as const;
      const one = sessionId !== undefined && (await deps.sessions.end(tx, sessionId, userId, end)) ? [sessionId] : [];
      const done = sessionId === undefined ? await endAllSessions(deps, tx, userId, end) : { ended: one.length, endedIds: one };
      const details = { reason, ended: done.ended };
      await deps.audit.add(tx, { actor: caller.userId, action: "user.sessions_revoked", target: userId, details, requestId });
      return done;
    }, userId);
    deps.hints.sessionsRevoked(endedIds, "ADMIN");
    return { ended };
  });
