import { implement } from "#libs/contract-kit/implement.ts";
import { revokeUserSessions } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { requireAuthorityOver } from "../domain/require-authority-over.ts";
import { openSessionsOf } from "../sign-in/open-sessions-of.ts";

type RevokeDeps = Pick<Deps, "clock" | "config" | "transaction" | "users" | "sessions" | "adminSessions" | "audit" | "hints">;

/** POST /admin/users/{userId}/sessions/revoke. What has lapsed by itself is not counted. */
export const revokeUserSessionsAction = (deps: RevokeDeps) =>
  implement(revokeUserSessions, async ({ params: { userId, sessionId, reason }, caller, requestId }) => {
    const user = await deps.users.find(userId);
    if (!user) throw new AppError("error.user.not_found");
    requireAuthorityOver(caller, user);
    const open = new Set((await openSessionsOf(deps, userId)).map(({ session }) => session._id));
    if (sessionId !== undefined && !open.has(sessionId)) throw new AppError("auth.session.not_found");
    const { revoked, ended } = await deps.transaction(async (tx) => {
      const end = { reason: "ADMIN", at: deps.clock.now() } as const;
      const one = sessionId !== undefined && (await deps.sessions.end(tx, sessionId, userId, end)) ? [sessionId] : [];
      const revoked = sessionId === undefined ? await deps.sessions.revokeAll(tx, userId, end) : one;
      const ended = revoked.filter((id) => open.has(id)).length;
      const details = { reason, ended };
      await deps.audit.add(tx, { actor: caller.userId, action: "user.sessions_revoked", target: userId, details, requestId });
      return { revoked, ended };
    });
    deps.hints.sessionsRevoked(revoked, "ADMIN");
    return { ended };
  });
