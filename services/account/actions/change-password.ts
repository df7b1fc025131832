import { implement } from "#libs/contract-kit/implement.ts";
import { changePassword } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { isCommonPassword } from "../domain/common-passwords.ts";
import { requireLongEnough } from "../sign-in/require-long-enough.ts";

type ChangeDeps = Pick<
  Deps,
  "clock" | "config" | "transaction" | "users" | "credentials" | "sessions" | "audit" | "passwords" | "lockout" | "mailer" | "hints"
>;

/**
 * POST /auth/password/change. Wrong guesses of the current password are counted apart from failed logins. Otherwise the thief of a token
 * could lock the owner out.
 */
export const changePasswordAction = (deps: ChangeDeps) =>
  implement(changePassword, async ({ params, caller, requestId }) => {
    const user = await deps.users.find(caller.userId);
    if (!user) throw new AppError("error.unauthorized");
    const lockoutKey = `change:${user._id}`;
    const requireUnlocked = () => deps.lockout.requireUnlocked(lockoutKey);
    await requireUnlocked();
    if (!(await deps.passwords.matches(params.currentPassword, user.passwordHash, requireUnlocked))) {
      await deps.lockout.recordFailure(lockoutKey);
      throw new AppError("auth.password.incorrect");
    }
    await requireUnlocked();
    if (isCommonPassword(params.newPassword)) throw new AppError("auth.password.too_common");
    requireLongEnough(user, params.newPassword, deps.config);
    const passwordHash = await deps.passwords.hash(params.newPassword);

    const endedSessions = await deps.transaction(async (tx) => {
      const at = deps.clock.now();
      // A parallel change may have replaced the compared password.
      if (!(await deps.credentials.replacePassword(tx, user, passwordHash))) throw new AppError("auth.password.incorrect");
      await deps.audit.add(tx, { actor: user._id, action: "password.changed", target: user._id, requestId });
      return deps.sessions.revokeAll(tx, user._id, { reason: "PASSWORD_CHANGE", at }, caller.sessionId);
    });
    deps.hints.sessionsRevoked(endedSessions, "PASSWORD_CHANGE");
    await deps.lockout.clear(lockoutKey);
    deps.mailer.send({ to: user.email, kind: "password_changed", locale: user.locale });
  });
