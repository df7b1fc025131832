import { implement } from "#libs/contract-kit/implement.ts";
import { changePassword } from "#libs/contracts/account.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { isCommonPassword } from "../domain/common-passwords.ts";

type ChangeDeps = Pick<
  Deps,
  "clock" | "transaction" | "users" | "credentials" | "sessions" | "audit" | "passwords" | "lockout" | "mailer" | "hints"
>;

/** Guesses of the current password count, but apart from those at the login: a thief of a token must not lock the owner out. */
export const changePasswordAction = (deps: ChangeDeps) =>
  implement(changePassword, async ({ params, caller, requestId }) => {
    const user = await deps.users.findById(caller.userId);
    if (!user) throw new AppError("error.unauthorized");
    const guesses = `change:${user._id}`;
    const refuseLocked = () => deps.lockout.refuseLocked(guesses);
    await refuseLocked();
    if (!(await deps.passwords.matches(params.currentPassword, user.passwordHash, refuseLocked))) {
      await deps.lockout.failed(guesses);
      throw new AppError("auth.password.incorrect");
    }
    await refuseLocked();
    if (isCommonPassword(params.newPassword)) throw new AppError("auth.password.too_common");
    const passwordHash = await deps.passwords.hash(params.newPassword);

    const ended = await deps.transaction(async (tx) => {
      const at = deps.clock.now();
      // A change at the same time made the current password another one.
      if (!(await deps.credentials.replacePassword(tx, user, passwordHash))) throw new AppError("auth.password.incorrect");
      await deps.audit.add(tx, { actor: user._id, action: "password.changed", target: user._id, requestId });
      return deps.sessions.revokeAll(tx, user._id, { reason: "PASSWORD_CHANGE", at }, caller.sessionId);
    });
    deps.hints.revoked(ended, "PASSWORD_CHANGE");
    await deps.lockout.succeeded(guesses);
    deps.mailer.send({ to: user.email, kind: "password_changed", locale: user.locale });
  });
