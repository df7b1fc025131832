import { implement } from "#libs/contract-kit/implement.ts";
import { revokeSession } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";

/** DELETE /auth/sessions/{sessionId} */
export const revokeSessionAction = ({ clock, sessions, hints }: Pick<Deps, "clock" | "sessions" | "hints">) =>
  implement(revokeSession, async ({ params: { sessionId }, caller }) => {
    const revoked = await sessions.revoke(sessionId, caller.userId, { reason: "LOGOUT", at: clock.now() });
    if (!revoked) throw new AppError("auth.session.not_found");
    hints.sessionsRevoked([sessionId], "LOGOUT");
  });
