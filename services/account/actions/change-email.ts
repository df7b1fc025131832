import type { Caller } from "#libs/contract-kit/caller.ts";
import { implement } from "#libs/contract-kit/implement.ts";
import { changeEmail, EMAIL_CHANGE_DAYS } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { newMailToken } from "../crypto/opaque-token.ts";
import type { Deps } from "../deps.ts";
import type { Session } from "../domain/session.ts";
import type { User } from "../domain/user.ts";
import { holdEnd } from "../held/hold.ts";
import { newMailLink } from "../mail/mail-link.ts";
import { requireOwnMailbox } from "../sign-in/enrolment.ts";
import { requireOpenSession } from "../sign-in/require-open-session.ts";
import { hasSecondFactor } from "../sign-in/second-factor.ts";

type ChangeDeps = Pick<
  Deps,
  | "clock"
  | "config"
  | "production"
  | "transaction"
  | "users"
  | "heldChanges"
  | "sessions"
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
  implement(changeEmail, async ({ params: { newEmail }, caller, requestId }) => {
    const { userId, sessionId } = caller;
    const { token, hash: confirmHash } = newMailToken();
    const { user, undo, askedAt, dueAt } = await deps.transaction(async (tx) => {
      const user = await deps.users.touch(tx, userId);
      if (!user) throw new AppError("error.unauthorized");
      const session = await requireOpenSession(deps, sessionId, tx);
      const askedAt = deps.clock.now();
      requireOwnMailbox(user, askedAt);
      const expiresAt = new Date(askedAt.getTime() + EMAIL_CHANGE_DAYS * DAY);
      const undo = newMailLink(deps, "UNDO_EMAIL_CHANGE", userId, user.email);
      const dueAt = addressDue(deps, { user, session, caller, askedAt });
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
      return { user, undo, askedAt, dueAt };
    }, userId);
    const [owner, isWithinLimit] = await Promise.all([
      deps.users.findByEmail(newEmail),
      deps.mailLimit.tryConsume("email_change_confirm", newEmail, userId),
    ]);
    const { email, locale } = user;
    // First, so that the old address hears of it before the new one can confirm.
    const holdHours = Math.ceil((dueAt.getTime() - askedAt.getTime()) / HOUR);
    deps.mailer.send({ to: email, kind: "email_change_asked", locale, token: undo.token, holdHours });
    if (isWithinLimit && owner) deps.mailer.send({ to: newEmail, kind: "email_taken", locale: owner.locale });
    if (isWithinLimit && !owner) deps.mailer.send({ to: newEmail, kind: "email_change_confirm", locale, token });
  });

/** A factor that was given longer ago was not given for the change, and the open session may be stolen. */
const GIVEN_FOR_IT_MS = MINUTE;

interface Asked {
  readonly user: User;
  readonly session: Session;
  readonly caller: Pick<Caller, "provenAt" | "gaveProof">;
  readonly askedAt: Date;
}

/**
 * When the address may change. For those who have just given a factor, the hold counts from the last change of their factors and recovery
 * codes: a thief could have added one to give it. A reset of the password, or a sign-out everywhere, begins the hold anew. A token from
 * before was copied, perhaps, when its owner gave a factor for something else. So was a refresh token, so what was given out for one does
 * not count. Times cannot tell: clocks of two processes differ.
 */
function addressDue(deps: ChangeDeps, { user, session, caller, askedAt }: Asked): Date {
  const { amr = [], provenAt = session.createdAt } = session;
  const givenAt = Math.min(provenAt.getTime(), caller.provenAt * SECOND);
  const isRecent = askedAt.getTime() - givenAt <= GIVEN_FOR_IT_MS;
  const isGiven = caller.gaveProof && hasSecondFactor(user) && amr.includes("mfa") && isRecent;
  const { factorsChangedAt = askedAt, devicesSince = factorsChangedAt } = user;
  const since = isGiven ? new Date(Math.max(factorsChangedAt.getTime(), devicesSince.getTime())) : askedAt;
  return new Date(Math.max(askedAt.getTime(), holdEnd(deps, since).getTime()));
}
