import { implement } from "#libs/contract-kit/implement.ts";
import { confirmTotp } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { totpStep } from "../crypto/totp.ts";
import type { SecondFactorDoc } from "../data/second-factor.store.ts";
import type { Deps } from "../deps.ts";
import type { ProofMethod } from "../domain/proof.ts";
import { newUndoLink } from "../mail/mail-link.ts";
import { type ChangeFactorsDeps, countFactors } from "../sign-in/change-factors.ts";
import { announceFirstFactor } from "../sign-in/enrolment.ts";
import { issueAccessToken } from "../sign-in/issue-tokens.ts";
import { factorBinding, withSecondFactor } from "../sign-in/second-factor.ts";

type ConfirmDeps = ChangeFactorsDeps &
  Pick<
    Deps,
    | "accessTokens"
    | "config"
    | "sessions"
    | "transaction"
    | "challenges"
    | "factorCipher"
    | "mailTokens"
    | "mailer"
    | "audit"
    | "outbox"
    | "staff"
  >;

/** POST /auth/mfa/totp/confirm. No sign-in accepts the code that proves the authenticator. */
export const confirmTotpAction = (deps: ConfirmDeps) =>
  implement(confirmTotp, async ({ params: { factorId, code }, caller: { userId, sessionId, amr }, requestId }) => {
    const challenge = await deps.challenges.open(factorId, { purpose: "ENROL", sessionId });
    const secret = challenge?.content ?? null;
    const step = secret === null ? null : totpStep(secret, code, deps.clock.now());
    if (!challenge || secret === null || step === null) throw new AppError("auth.mfa.code_rejected");
    const owned = { _id: factorId, userId };
    const sealedSecret = deps.factorCipher.encrypt(secret, factorBinding(owned));
    const factor = {
      ...owned,
      kind: "TOTP",
      name: null,
      sealedSecret,
      lastStep: step,
      createdAt: deps.clock.now(),
      lastUsedAt: null,
    } as const;
    const link = newUndoLink(deps, factor);
    const { user, recoveryCodes } = await deps.transaction(async (tx) => {
      if (!(await deps.challenges.useUp(tx, challenge))) throw new AppError("auth.mfa.code_rejected");
      await deps.mailTokens.insert(link.row, tx);
      return addFactor(deps, tx, factor, requestId);
    });
    deps.mailer.send({ to: user.email, kind: "second_factor_added", locale: user.locale, token: link.token });
    const proof = { amr: withSecondFactor(amr as readonly ProofMethod[], "otp"), at: deps.clock.now() };
    const session = await deps.sessions.prove(sessionId, proof);
    if (!session) throw new AppError("error.unauthorized");
    return { ...issueAccessToken(deps, { user, session }), ...(recoveryCodes && { recoveryCodes }) };
  });

/** An authenticator replaces the one before. */
async function addFactor(deps: ConfirmDeps, tx: Tx, factor: SecondFactorDoc, requestId: string) {
  const { userId } = factor;
  await deps.secondFactors.deleteTotp(tx, userId);
  await deps.secondFactors.insert(tx, factor);
  const { user, recoveryCodes } = await countFactors(deps, tx, userId);
  if (!user) throw new AppError("error.unauthorized");
  if (recoveryCodes) await announceFirstFactor(deps, tx, user);
  await deps.audit.add(tx, { actor: userId, action: "second_factor.added", target: userId, requestId });
  return { user, recoveryCodes };
}
