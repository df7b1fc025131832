import { MAX_PASSKEYS } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { SecondFactorDoc } from "../data/second-factor.store.ts";
import type { ProofMethod } from "../domain/proof.ts";
import { newUndoLink } from "../mail/mail-link.ts";
import type { OpenChallenge } from "./challenges.ts";
import { type ChangeFactorsDeps, countFactors } from "./change-factors.ts";
import type { SignInDeps } from "./deps.ts";
import { announceFirstFactor, requireFactorGiven, requireOwnMailbox } from "./enrolment.ts";
import { issueAccessToken } from "./issue-tokens.ts";
import { withSecondFactor } from "./second-factor.ts";
import type { SessionHints } from "./session-hints.ts";

export type AddFactorDeps = ChangeFactorsDeps &
  Pick<
    SignInDeps,
    "accessTokens" | "audit" | "challenges" | "config" | "mailer" | "mailTokens" | "outbox" | "sessions" | "staff" | "transaction"
  > & { readonly hints: Pick<SessionHints, "sessionsRevoked"> };

/** Other sessions were proven by what is not enough any more. */
const END_REASON = "STEP_UP";

interface Addition {
  /** Used up by the addition. */
  readonly challenge: OpenChallenge;
  readonly factor: SecondFactorDoc;
  /** What the factor has proven at once. */
  readonly method: ProofMethod;
  readonly caller: { readonly sessionId: string; readonly amr: readonly string[] };
  readonly requestId: string;
}

/**
 * Adds a factor that has proven itself, and mails the link that removes it. With the first one all other sessions of the user end: the password
 * that opened them may be stolen.
 * @returns a token of the session, which has given a second factor now, and the recovery codes that came with the first one.
 * Throws auth.mfa.code_rejected when the challenge was used up or another account has the passkey, and auth.mfa.too_many_passkeys.
 * Throws auth.step_up.required when the user has factors and the session has given none, and error.unauthorized when the session has ended.
 * Throws what {@link requireOwnMailbox} does.
 */
export async function addFactor(deps: AddFactorDeps, { challenge, factor, method, caller, requestId }: Addition) {
  const link = newUndoLink(factor);
  const proof = { amr: withSecondFactor(caller.amr as readonly ProofMethod[], method), at: deps.clock.now() };
  const { user, recoveryCodes, session, endedSessions } = await deps
    .transaction(async (tx) => {
      if (!(await deps.challenges.useUp(tx, challenge))) throw new AppError("auth.mfa.code_rejected");
      await deps.mailTokens.insert(link.row, tx);
      const factors = await deps.secondFactors.listOfUser(factor.userId, tx);
      if (factors.length > 0) await requireFactorGiven(deps, caller.sessionId);
      const added = await insertFactor(deps, tx, factor, requestId);
      // The factor under which this one was begun may be gone.
      requireOwnMailbox({ ...added.user, secondFactors: factors.length }, proof.at);
      // With the factor, because a gateway may not know yet that the session has ended.
      const session = await deps.sessions.prove(caller.sessionId, proof, tx);
      if (!session) throw new AppError("error.unauthorized");
      const end = { reason: END_REASON, at: proof.at } as const;
      const isFirst = factors.length === 0;
      const endedSessions = isFirst ? await deps.sessions.revokeAll(tx, factor.userId, end, caller.sessionId) : [];
      return { ...added, session, endedSessions };
    }, factor.userId)
    .catch((error: unknown) => {
      throw isDuplicateKey(error, "credentialId") ? new AppError("auth.mfa.code_rejected") : error;
    });
  deps.hints.sessionsRevoked(endedSessions, END_REASON);
  deps.mailer.send({ to: user.email, kind: "second_factor_added", locale: user.locale, token: link.token });
  return { ...issueAccessToken(deps, { user, session, gaveProof: true }), ...(recoveryCodes && { recoveryCodes }) };
}

/** An authenticator replaces the one before; passkeys have a limit. */
async function insertFactor(deps: AddFactorDeps, tx: Tx, factor: SecondFactorDoc, requestId: string) {
  const { userId, kind } = factor;
  if (kind === "TOTP") await deps.secondFactors.deleteTotp(tx, userId);
  else requireRoom(await deps.secondFactors.listOfUser(userId, tx));
  await deps.secondFactors.insert(tx, factor);
  const { user, recoveryCodes } = await countFactors(deps, tx, userId);
  if (!user) throw new AppError("error.unauthorized");
  if (recoveryCodes) await announceFirstFactor(deps, tx, user);
  await deps.audit.add(tx, { actor: userId, action: "second_factor.added", target: userId, requestId });
  return { user, recoveryCodes };
}

/** Throws auth.mfa.too_many_passkeys when the user may not have another passkey. */
export function requireRoom(factors: readonly Pick<SecondFactorDoc, "kind">[]): void {
  if (factors.filter(({ kind }) => kind === "PASSKEY").length >= MAX_PASSKEYS) throw new AppError("auth.mfa.too_many_passkeys");
}
