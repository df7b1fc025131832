import { implement } from "#libs/contract-kit/implement.ts";
import { changePassword } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { isCommonPassword } from "../domain/common-passwords.ts";
import { requireLongEnough } from "../sign-in/require-long-enough.ts";
import { requireOpenSession } from "../sign-in/require-open-session.ts";
import { provePassword } from "../sign-in/session-attempts.ts";

type ChangeDeps = Pick<
  Deps,
  "clock" | "config" | "transaction" | "users" | "credentials" | "sessions" | "audit" | "passwords" | "mailer" | "hints"
>;

/**
 * POST /auth/password/change. Wrong guesses of the current password count for the session alone, and the tenth ends it. The thief of a token
 * neither guesses for ever nor locks the owner out.
 */
export const changePasswordAction = (deps: ChangeDeps) =>
  implement(changePassword, async ({ params, caller, requestId }) => {
    const user = await deps.users.find(caller.userId);
    if (!user) throw new AppError("error.unauthorized");
    const given = { password: params.currentPassword, stored: user.passwordHash };
    if (!(await provePassword(deps, caller, given))) throw new AppError("auth.password.incorrect");
    if (isCommonPassword(params.newPassword)) throw new AppError("auth.password.too_common");
    requireLongEnough(user, params.newPassword, deps.config);
    const passwordHash = await deps.passwords.hash(params.newPassword);

    const endedSessions = await deps.transaction(async (tx) => {
      const at = deps.clock.now();
      // A parallel change may have replaced the compared password.
      if (!(await deps.credentials.replacePassword(tx, user, passwordHash))) throw new AppError("auth.password.incorrect");
      await deps.audit.add(tx, { actor: user._id, action: "password.changed", target: user._id, requestId });
      await requireOpenSession(deps, caller.sessionId, tx);
      return deps.sessions.revokeAll(tx, user._id, { reason: "PASSWORD_CHANGE", at }, caller.sessionId);
    }, caller.userId);
    deps.hints.sessionsRevoked(endedSessions, "PASSWORD_CHANGE");
    deps.mailer.send({ to: user.email, kind: "password_changed", locale: user.locale });
  });
