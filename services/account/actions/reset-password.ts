import { implement } from "#libs/contract-kit/implement.ts";
import { resetPassword, userSecurityEvent } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import type { Deps } from "../deps.ts";
import { isCommonPassword } from "../domain/common-passwords.ts";

type ResetDeps = Pick<
  Deps,
  | "clock"
  | "transaction"
  | "mailTokens"
  | "credentials"
  | "sessions"
  | "audit"
  | "outbox"
  | "passwords"
  | "devices"
  | "lockout"
  | "mailer"
  | "hints"
>;

/** POST /auth/password/reset. Proves the mailbox: a stranger who registered a foreign address loses the account to its owner. */
export const resetPasswordAction = (deps: ResetDeps) =>
  implement(resetPassword, async ({ params, requestId }) => {
    const tokenHash = sha256Hex(params.token);
    if (!(await deps.mailTokens.isUsable(tokenHash, "RESET_PASSWORD", deps.clock.now()))) throw new AppError("auth.reset.invalid_token");
    if (isCommonPassword(params.password)) throw new AppError("auth.password.too_common");
    const passwordHash = await deps.passwords.hash(params.password);

    const { user, endedSessions } = await deps.transaction(async (tx) => {
      const at = deps.clock.now();
      const userId = await deps.mailTokens.consume(tx, tokenHash, "RESET_PASSWORD", at);
      const user = userId === null ? null : await deps.credentials.resetPassword(tx, userId, { passwordHash, at });
      if (!user) throw new AppError("auth.reset.invalid_token");
      const endedSessions = await deps.sessions.revokeAll(tx, user._id, { reason: "PASSWORD_CHANGE", at });
      await deps.audit.add(tx, { actor: user._id, action: "password.reset", target: user._id, requestId });
      await deps.outbox.add(tx, userSecurityEvent, { userId: user._id, kind: "PASSWORD_RESET", at: at.toISOString() });
      return { user, endedSessions };
    });
    deps.hints.sessionsRevoked(endedSessions, "PASSWORD_CHANGE");
    await deps.lockout.clearLogins(user.email);
    deps.mailer.send({ to: user.email, kind: "password_changed", locale: user.locale });
    return { deviceToken: deps.devices.tokenFor(deps.devices.read(params), user) };
  });
