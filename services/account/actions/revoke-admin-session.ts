import { implement } from "#libs/contract-kit/implement.ts";
import { revokeAdminSession } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";

/** DELETE /admin/auth/sessions/{sessionId} */
export const revokeAdminSessionAction = ({
  clock,
  transaction,
  adminSessions,
  audit,
  hints,
}: Pick<Deps, "clock" | "transaction" | "adminSessions" | "audit" | "hints">) =>
  implement(revokeAdminSession, async ({ params: { sessionId }, caller: { userId }, requestId }) => {
    await transaction(async (tx) => {
      if (!(await adminSessions.end(tx, sessionId, userId, { reason: "LOGOUT", at: clock.now() })))
        throw new AppError("auth.session.not_found");
      await audit.add(tx, { actor: userId, action: "account.adminLogout", target: userId, requestId });
    });
    hints.sessionsRevoked([sessionId], "LOGOUT");
  });
