import { implement } from "#libs/contract-kit/implement.ts";
import { EMAIL_CHANGE_DAYS, undoEmailChange, userSecurityEvent } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import type { Deps } from "../deps.ts";
import { doubtedSince, newMailLink } from "../mail/mail-link.ts";
import { type ChangeFactorsDeps, countFactors, voidRecentCodes } from "../sign-in/change-factors.ts";
import { dropEmailChange } from "../sign-in/drop-email-change.ts";
import { closeDoubtedWays } from "../sign-in/linked-identities.ts";

type UndoDeps = ChangeFactorsDeps &
  Pick<Deps, "config" | "transaction" | "mailTokens" | "audit" | "outbox" | "hints" | "mailer" | "oauthIdentities">;

const KIND = "UNDO_EMAIL_CHANGE";

/**
 * POST /auth/email/undo. Who asked for the other address may know the password and have sessions, so these end. What was added since, or in the
 * days before, goes as well: a passkey of a thief would sign in alone.
 */
export const undoEmailChangeAction = (deps: UndoDeps) =>
  implement(undoEmailChange, async ({ params, requestId }) => {
    const hash = sha256Hex(params.token);
    const owner = await deps.mailTokens.findUser(null, hash, KIND, deps.clock.now());
    if (owner === null) throw new AppError("auth.email.invalid_token");
    const { user, endedSessions, token } = await deps.transaction(async (tx) => {
      const at = deps.clock.now();
      const userId = await deps.mailTokens.findUser(tx, hash, KIND, at);
      const firstEnd = userId === null ? null : await deps.mailTokens.firstEnd(tx, userId, KIND);
      const user = userId === null ? null : await deps.credentials.removePassword(tx, userId, at);
      if (!user || !firstEnd) throw new AppError("auth.email.invalid_token");
      await dropEmailChange(deps, tx, user._id);
      const since = new Date(firstEnd.getTime() - EMAIL_CHANGE_DAYS * DAY);
      const doubted = new Date(Math.min(since.getTime(), doubtedSince(at).getTime()));
      await closeDoubtedWays(deps, tx, user, doubted);
      await voidRecentCodes(deps, tx, user._id, doubted);
      if (await deps.secondFactors.deleteOfUser(tx, user._id, doubted)) {
        await countFactors(deps, tx, user._id);
        // Each is about a factor of these days, which is gone: it would void the next password.
        await deps.mailTokens.deleteOfUser(tx, user._id, "UNDO_FACTOR");
      }
      const endedSessions = await deps.sessions.revokeAll(tx, user._id, { reason: "PASSWORD_CHANGE", at });
      const { token, row } = newMailLink(deps, "RESET_PASSWORD", user._id, user.email);
      await deps.mailTokens.insert(row, tx);
      await deps.audit.add(tx, { actor: user._id, action: "email.undone", target: user._id, requestId });
      const event = { userId: user._id, kind: "EMAIL_UNDONE", at: at.toISOString(), since: since.toISOString() } as const;
      await deps.outbox.add(tx, userSecurityEvent, event);
      return { user, endedSessions, token };
    }, owner);
    deps.hints.sessionsRevoked(endedSessions, "PASSWORD_CHANGE");
    deps.mailer.send({ to: user.email, kind: "reset_password", locale: user.locale, token });
  });
