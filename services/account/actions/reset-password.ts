import { implement } from "#libs/contract-kit/implement.ts";
import { resetPassword, userSecurityEvent } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import { addressHash } from "#libs/platform/personal-data/address-hash.ts";
import type { Deps } from "../deps.ts";
import { isCommonPassword } from "../domain/common-passwords.ts";
import { doubtedSince } from "../mail/mail-link.ts";
import { dropEmailChange } from "../sign-in/drop-email-change.ts";
import { closeDoubtedWays } from "../sign-in/linked-identities.ts";
import { requireLongEnough } from "../sign-in/require-long-enough.ts";

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
  | "heldChanges"
  | "secondFactors"
  | "oauthIdentities"
  | "users"
  | "pseudonymKey"
  | "config"
  | "lockout"
  | "mailer"
  | "hints"
>;

/** POST /auth/password/reset. Proves the mailbox: a stranger who registered a foreign address loses the account to its owner. */
export const resetPasswordAction = (deps: ResetDeps) =>
  implement(resetPassword, async ({ params, requestId }) => {
    const tokenHash = sha256Hex(params.token);
    const owner = await deps.mailTokens.findUser(null, tokenHash, "RESET_PASSWORD", deps.clock.now());
    if (owner === null) throw new AppError("auth.reset.invalid_token");
    if (isCommonPassword(params.password)) throw new AppError("auth.password.too_common");
    const passwordHash = await deps.passwords.hash(params.password);
    const hashOf = (email: string) => addressHash(deps.pseudonymKey, email);

    const { user, endedSessions } = await deps.transaction(async (tx) => {
      const at = deps.clock.now();
      const used = await deps.mailTokens.consume(tx, tokenHash, "RESET_PASSWORD", at);
      const before = used && (await deps.users.find(used.userId, tx));
      if (before) requireLongEnough(before, params.password, deps.config);
      const user = used && (await deps.credentials.resetPassword(tx, used.userId, { passwordHash, at }));
      if (!before || !user) throw new AppError("auth.reset.invalid_token");
      // A link that was on its way to the old address while the address changed proves nothing.
      if ((used.addressHash ?? hashOf(user.email)) !== hashOf(user.email)) throw new AppError("auth.reset.invalid_token");
      await dropEmailChange(deps, tx, user._id);
      await closeDoubtedWays(deps, tx, before, doubtedSince(at));
      const endedSessions = await deps.sessions.revokeAll(tx, user._id, { reason: "PASSWORD_CHANGE", at });
      await deps.audit.add(tx, { actor: user._id, action: "password.reset", target: user._id, requestId });
      await deps.outbox.add(tx, userSecurityEvent, { userId: user._id, kind: "PASSWORD_RESET", at: at.toISOString() });
      return { user, endedSessions };
    }, owner);
    deps.hints.sessionsRevoked(endedSessions, "PASSWORD_CHANGE");
    await deps.lockout.clearLogins(user);
    deps.mailer.send({ to: user.email, kind: "password_changed", locale: user.locale });
    return { deviceToken: deps.devices.tokenFor(deps.devices.read(params), user) };
  });
