import { implement } from "#libs/contract-kit/implement.ts";
import { changeEmail, EMAIL_CHANGE_DAYS } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { newMailToken } from "../crypto/opaque-token.ts";
import type { Deps } from "../deps.ts";
import { holdEnd, holdHours } from "../held/hold.ts";
import { newMailLink } from "../mail/mail-link.ts";

type ChangeDeps = Pick<
  Deps,
  | "clock"
  | "config"
  | "production"
  | "transaction"
  | "users"
  | "heldChanges"
  | "mailTokens"
  | "mailLimit"
  | "mailer"
  | "audit"
  | "pseudonymKey"
>;

/**
 * POST /auth/email/change. An address with an account takes the same steps and gets the same answer; only its mail differs. The mail to the
 * old address has no limit: otherwise a thief could use it up before.
 */
export const changeEmailAction = (deps: ChangeDeps) =>
  implement(changeEmail, async ({ params: { newEmail }, caller: { userId }, requestId }) => {
    const { token, hash: confirmHash } = newMailToken();
    const { user, undo } = await deps.transaction(async (tx) => {
      const user = await deps.users.find(userId, tx);
      if (!user) throw new AppError("error.unauthorized");
      if (!user.emailVerified) throw new AppError("auth.account.email_unverified");
      const askedAt = deps.clock.now();
      const expiresAt = new Date(askedAt.getTime() + EMAIL_CHANGE_DAYS * DAY);
      const undo = newMailLink(deps, "UNDO_EMAIL_CHANGE", userId, user.email);
      const dueAt = holdEnd(deps, askedAt);
      await deps.heldChanges.replace(tx, {
        userId,
        kind: "EMAIL_CHANGE",
        askedAt,
        dueAt,
        finishAt: null,
        expiresAt,
        newEmail,
        confirmHash,
      });
      await deps.mailTokens.insert(undo.row, tx);
      await deps.audit.add(tx, { actor: userId, action: "email.asked", target: userId, requestId });
      return { user, undo };
    });
    const [owner, isWithinLimit] = await Promise.all([
      deps.users.findByEmail(newEmail),
      deps.mailLimit.tryConsume("email_change_confirm", newEmail, userId),
    ]);
    const { email, locale } = user;
    // First, so that the old address hears of it before the new one can confirm.
    deps.mailer.send({ to: email, kind: "email_change_asked", locale, token: undo.token, holdHours: holdHours(deps) });
    if (isWithinLimit && owner) deps.mailer.send({ to: newEmail, kind: "email_taken", locale: owner.locale });
    if (isWithinLimit && !owner) deps.mailer.send({ to: newEmail, kind: "email_change_confirm", locale, token });
  });
