import { implement } from "#libs/contract-kit/implement.ts";
import { undoSecondFactor, userSecurityEvent } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Deps } from "../deps.ts";
import { doubtedSince, newMailLink, undoneSince } from "../mail/mail-link.ts";
import { type ChangeFactorsDeps, countFactors, voidRecentCodes } from "../sign-in/change-factors.ts";
import { dropEmailChange } from "../sign-in/drop-email-change.ts";
import { closeDoubtedWays } from "../sign-in/linked-identities.ts";

type UndoDeps = ChangeFactorsDeps &
  Pick<
    Deps,
    "config" | "transaction" | "heldChanges" | "mailTokens" | "oauthIdentities" | "sessions" | "mailer" | "audit" | "outbox" | "hints"
  >;

/**
 * POST /auth/mfa/factors/undo. The owner of the mailbox did not add the factor, so another person was signed in and knows the password: both
 * end, and so does an address that waits: it would take the mailbox away. The mailbox brings a new password.
 */
export const undoSecondFactorAction = (deps: UndoDeps) =>
  implement(undoSecondFactor, async ({ params: { token }, requestId }) => {
    const hash = sha256Hex(token);
    const owner = await deps.mailTokens.findUser(null, hash, "UNDO_FACTOR", deps.clock.now());
    if (owner === null) throw new AppError("auth.mfa.invalid_token");
    const { user, endedSessions, reset } = await deps.transaction((tx) => undo(deps, tx, hash, requestId), owner);
    deps.hints.sessionsRevoked(endedSessions, "PASSWORD_CHANGE");
    deps.mailer.send({ to: user.email, kind: "reset_password", locale: user.locale, token: reset });
  });

async function undo(deps: UndoDeps, tx: Tx, tokenHash: string, requestId: string) {
  const at = deps.clock.now();
  const link = await deps.mailTokens.take(tx, tokenHash, "UNDO_FACTOR", at);
  const voided = link && (await deps.credentials.removePassword(tx, link.userId, at));
  if (!link || !voided) throw new AppError("auth.mfa.invalid_token");
  const { userId } = link;
  // Who added one may have added further ones; those from before are the owner's.
  await deps.secondFactors.deleteOfUser(tx, userId, undoneSince(link));
  await dropEmailChange(deps, tx, userId);
  await closeDoubtedWays(deps, tx, voided, doubtedSince(at));
  await voidRecentCodes(deps, tx, userId, doubtedSince(at));
  const { user } = await countFactors(deps, tx, userId);
  const endedSessions = await deps.sessions.revokeAll(tx, userId, { reason: "PASSWORD_CHANGE", at });
  const { token: reset, row } = newMailLink(deps, "RESET_PASSWORD", userId, voided.email);
  await deps.mailTokens.insert(row, tx);
  await deps.audit.add(tx, { actor: userId, action: "second_factor.undone", target: userId, requestId });
  const event = { userId, kind: "MFA_RESET", at: at.toISOString(), since: undoneSince(link).toISOString() } as const;
  await deps.outbox.add(tx, userSecurityEvent, event);
  return { user: user ?? voided, endedSessions, reset };
}
