import { implement } from "#libs/contract-kit/implement.ts";
import { adminLogout } from "#libs/contracts/account/index.ts";
import type { Deps } from "../deps.ts";

/** POST /admin/auth/logout */
export const adminLogoutAction = ({
  clock,
  transaction,
  adminSessions,
  audit,
  hints,
}: Pick<Deps, "clock" | "transaction" | "adminSessions" | "audit" | "hints">) =>
  implement(adminLogout, async ({ caller: { userId, sessionId }, requestId }) => {
    const ended = await transaction(async (tx) => {
      const ended = await adminSessions.end(tx, sessionId, { reason: "LOGOUT", at: clock.now() });
      if (ended) await audit.add(tx, { actor: userId, action: "account.adminLogout", target: userId, requestId });
      return ended;
    });
    if (ended) hints.sessionsRevoked([sessionId], "LOGOUT");
  });
