import { implement } from "#libs/contract-kit/implement.ts";
import { logout } from "#libs/contracts/account/index.ts";
import type { Deps } from "../deps.ts";

/** POST /auth/logout */
export const logoutAction = ({ clock, sessions, hints }: Pick<Deps, "clock" | "sessions" | "hints">) =>
  implement(logout, async ({ caller: { userId, sessionId } }) => {
    const revoked = await sessions.revoke(sessionId, userId, { reason: "LOGOUT", at: clock.now() });
    if (revoked) hints.sessionsRevoked([sessionId], "LOGOUT");
  });
