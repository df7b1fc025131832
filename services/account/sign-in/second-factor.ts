import { AppError } from "#libs/errors/app-error.ts";
import { recoveryCodeHash } from "../crypto/recovery-codes.ts";
import { totpStep } from "../crypto/totp.ts";
import type { SecondFactorDoc } from "../data/second-factor.store.ts";
import type { ProofMethod } from "../domain/proof.ts";
import { maySignIn, type User } from "../domain/user.ts";
import type { SignInDeps } from "./deps.ts";

export type FactorDeps = Pick<
  SignInDeps,
  "challenges" | "clock" | "factorCipher" | "lockout" | "mailer" | "pseudonymKey" | "recoveryCodes" | "secondFactors"
>;

export type ProveDeps = Omit<FactorDeps, "challenges" | "lockout">;

/** What a user gives as second factor. */
interface Answer {
  readonly code?: string | undefined;
  readonly recoveryCode?: string | undefined;
}

interface ChallengeAnswer extends Answer {
  readonly challengeToken: string;
}

/** What binds the sealed secret of an authenticator to its row. */
export const factorBinding = ({ _id, userId }: Pick<SecondFactorDoc, "_id" | "userId">): string => `totp|${_id}|${userId}`;

export function hasSecondFactor({ secondFactors = 0 }: User): boolean {
  return secondFactors > 0;
}

/**
 * The answer to a first proof by a user with a second factor.
 * @param amr what the first step has proven; the challenge remembers it
 */
export async function askForSecondFactor(
  { challenges, secondFactors, recoveryCodes }: Pick<FactorDeps, "challenges" | "secondFactors" | "recoveryCodes">,
  user: User,
  purpose: "LOGIN" | "ADMIN_LOGIN",
  amr: readonly ProofMethod[],
) {
  const [factors, codesLeft] = await Promise.all([secondFactors.listOfUser(user._id), recoveryCodes.count(user._id)]);
  const methods = [
    ...(factors.some(({ kind }) => kind === "TOTP") ? (["totp"] as const) : []),
    ...(codesLeft > 0 ? (["recovery_code"] as const) : []),
  ];
  return { mfaRequired: true as const, ...(await challenges.begin({ purpose, user, content: JSON.stringify(amr) })), methods };
}

/**
 * The user who has answered a challenge with a second factor, and all that was proven. Throws auth.mfa.invalid_challenge, auth.mfa.invalid_code, and error.throttled
 * after too many wrong codes of the account. They count for those only who have given the first proof.
 * @param requireAdmitted throws what the first step would answer now
 */
export async function requireSecondFactor(
  deps: FactorDeps,
  { challengeToken, ...answer }: ChallengeAnswer,
  purpose: "LOGIN" | "ADMIN_LOGIN",
  requireAdmitted: (user: User) => void,
): Promise<{ readonly user: User; readonly amr: readonly ProofMethod[] }> {
  const challenge = await deps.challenges.open(challengeToken, { purpose });
  if (!challenge?.user) throw new AppError("auth.mfa.invalid_challenge");
  const { user } = challenge;
  requireAdmitted(user);
  const guesses = `second factor:${user._id}`;
  // Counted before it is compared: parallel guesses get no more attempts than a sequence.
  await deps.lockout.recordFailure(guesses);
  const method = await proveSecondFactor(deps, user, answer);
  if (!method) throw new AppError("auth.mfa.invalid_code");
  await deps.lockout.clear(guesses);
  if (!(await deps.challenges.useUp(null, challenge))) throw new AppError("auth.mfa.invalid_challenge");
  return { user, amr: withSecondFactor(JSON.parse(challenge.content ?? "[]"), method) };
}

/** All that a session has proven, once a second factor was given. */
export function withSecondFactor(amr: readonly ProofMethod[], method: ProofMethod): readonly ProofMethod[] {
  return [...new Set([...amr, method, "mfa" as const])];
}

/** Throws auth.account.suspended for a user who may not sign in. */
export function requireMaySignIn(user: User): void {
  if (!maySignIn(user)) throw new AppError("auth.account.suspended");
}

/** Which second factor the answer proves; null: none. A right code is used up. */
export async function proveSecondFactor(deps: ProveDeps, user: User, { code, recoveryCode }: Answer): Promise<ProofMethod | null> {
  if (code !== undefined) return (await isFreshCode(deps, user, code)) ? "otp" : null;
  if (recoveryCode === undefined) return null;
  const isRight = await deps.recoveryCodes.use(user._id, recoveryCodeHash(deps.pseudonymKey, user._id, recoveryCode));
  if (isRight) deps.mailer.send({ to: user.email, kind: "recovery_code_used", locale: user.locale });
  return isRight ? "rc" : null;
}

/** Whether the user's authenticator shows this code now. A code, and every earlier one, passes once. */
async function isFreshCode(
  { clock, factorCipher, secondFactors }: Pick<FactorDeps, "clock" | "factorCipher" | "secondFactors">,
  user: User,
  code: string,
): Promise<boolean> {
  const now = clock.now();
  for (const factor of await secondFactors.listOfUser(user._id)) {
    if (factor.sealedSecret === undefined) continue;
    const step = totpStep(factorCipher.decrypt(factor.sealedSecret, factorBinding(factor)), code, now);
    if (step !== null && (await secondFactors.useStep(factor._id, step, now))) return true;
  }
  return false;
}
