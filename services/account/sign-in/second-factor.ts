import { AppError } from "#libs/errors/app-error.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { recoveryCodeHash } from "../crypto/recovery-codes.ts";
import { totpStep } from "../crypto/totp.ts";
import type { SecondFactorDoc } from "../data/second-factor.store.ts";
import type { ProofMethod } from "../domain/proof.ts";
import { isStillProven, maySignIn, type User } from "../domain/user.ts";
import type { SignInDeps } from "./deps.ts";
import { stopFactorReset } from "./drop-factor-reset.ts";
import { nameOfSecondStep } from "./lockout.ts";
import { passkeyRequest, type SignedPasskey, signedCounter, userHandle } from "./passkeys.ts";

export type ProveDeps = Pick<
  SignInDeps,
  "clock" | "config" | "factorCipher" | "mailer" | "pseudonymKey" | "recoveryCodes" | "secondFactors" | "transaction" | "users"
>;

export type FactorDeps = ProveDeps & Pick<SignInDeps, "audit" | "challenges" | "heldChanges" | "lockout" | "mailTokens">;

/** What a user gives as second factor. */
interface Answer {
  readonly code?: string | undefined;
  readonly recoveryCode?: string | undefined;
  readonly credential?: SignedPasskey | undefined;
  /** What the passkey has signed; the challenge is open. */
  readonly challengeToken?: string | undefined;
}

interface ChallengeAnswer extends Answer {
  readonly challengeToken: string;
}

/** What binds the sealed secret of an authenticator to its row. */
export const factorBinding = ({ _id, userId }: Pick<SecondFactorDoc, "_id" | "userId">): string => `totp|${_id}|${userId}`;

export function hasSecondFactor({ secondFactors = 0 }: User): boolean {
  return secondFactors > 0;
}

/** The passkeys among second factors. */
export const credentialIds = (factors: readonly SecondFactorDoc[]): string[] =>
  factors.flatMap(({ credentialId }) => (credentialId === undefined ? [] : [credentialId]));

/**
 * The answer to a first proof by a user with a second factor.
 * @param amr what the first step has proven; the challenge remembers it
 */
export async function askForSecondFactor(
  { challenges, config, secondFactors, recoveryCodes }: Pick<FactorDeps, "challenges" | "config" | "secondFactors" | "recoveryCodes">,
  user: User,
  purpose: "LOGIN" | "ADMIN_LOGIN",
  amr: readonly ProofMethod[],
) {
  const [factors, codesLeft] = await Promise.all([secondFactors.listOfUser(user._id), recoveryCodes.count(user._id)]);
  const passkeys = credentialIds(factors);
  const methods = [
    ...(factors.some(({ kind }) => kind === "TOTP") ? (["totp"] as const) : []),
    ...(passkeys.length > 0 ? (["passkey"] as const) : []),
    ...(codesLeft > 0 ? (["recovery_code"] as const) : []),
  ];
  const asked = await challenges.begin({ purpose, user, content: JSON.stringify(amr) });
  const publicKey = passkeys.length > 0 ? { publicKey: passkeyRequest(config, asked.challengeToken, passkeys) } : {};
  return { mfaRequired: true as const, ...asked, methods, ...publicKey };
}

/**
 * The user who has answered a challenge with a second factor, or with a passkey alone, and all that was proven. A reset of the factors that
 * waits is dropped: they are not lost. Throws auth.mfa.invalid_challenge, auth.mfa.invalid_code, and error.throttled
 * after too many wrong codes of the account. They count for those only who have given the first proof.
 * @param requireAdmitted throws what the first step would answer now
 */
export async function requireSecondFactor(
  deps: FactorDeps,
  answer: ChallengeAnswer,
  purpose: "LOGIN" | "ADMIN_LOGIN",
  requireAdmitted: (user: User) => void,
): Promise<{ readonly user: User; readonly amr: readonly ProofMethod[] }> {
  const challenge = await deps.challenges.open(answer.challengeToken, { purpose });
  if (!challenge) throw new AppError("auth.mfa.invalid_challenge");
  const useUp = async (tx: Tx | null) => {
    if (!(await deps.challenges.useUp(tx, challenge))) throw new AppError("auth.mfa.invalid_challenge");
  };
  const { user, method } = challenge.user
    ? await proveSecondStep(deps, challenge.user, answer, { requireAdmitted, useUp })
    : await proveAlone(deps, answer, { requireAdmitted, useUp });
  await stopFactorReset(deps, user._id);
  return { user, amr: withSecondFactor(JSON.parse(challenge.content ?? "[]"), method) };
}

/** What a challenge asks beside its answer. */
interface Asked {
  /** Throws what the first step would answer now. */
  requireAdmitted(user: User): void;
  /** Uses up the challenge by its right answer. Throws auth.mfa.invalid_challenge when a parallel one was faster. */
  useUp(tx: Tx | null): Promise<void>;
}

async function proveSecondStep(deps: FactorDeps, user: User, answer: Answer, { requireAdmitted, useUp }: Asked) {
  requireAdmitted(user);
  const guesses = nameOfSecondStep(user._id);
  // Counted before it is compared: parallel guesses get no more attempts than a sequence.
  await deps.lockout.recordFailure(guesses);
  const method = await proveSecondFactor(deps, user, answer, useUp);
  if (!method) throw new AppError("auth.mfa.invalid_code");
  await deps.lockout.clear(guesses);
  return { user, method };
}

/**
 * A passkey has verified its user itself, so it counts as two factors, unless it may be a stranger's. Failures do not count for the account:
 * strangers could shut its owner out, and a signature cannot be guessed.
 */
async function proveAlone(deps: FactorDeps, answer: Answer, { requireAdmitted, useUp }: Asked) {
  const passkey = await namedPasskey(deps, answer);
  // Read before the passkey is used: when it is removed meanwhile, the login that compares this user fails.
  const user = passkey && !passkey.afterPassword ? await deps.users.find(passkey.userId) : null;
  if (!passkey || !user || !(await hasSigned(deps, passkey, answer, user))) throw new AppError("auth.mfa.invalid_code");
  requireAdmitted(user);
  await useUp(null);
  return { user, method: "hwk" as const };
}

/** The passkey that an answer names; null when there is none, or its authenticator says that it belongs to another user. */
async function namedPasskey({ secondFactors }: Pick<FactorDeps, "secondFactors">, { credential }: Answer): Promise<SecondFactorDoc | null> {
  const factor = credential ? await secondFactors.findPasskey(credential.id) : null;
  if (!credential || !factor) return null;
  const own = userHandle(factor.userId);
  // Null: the authenticator does not say whose passkey it is.
  return (credential.response.userHandle ?? own) === own ? factor : null;
}

/**
 * Whether a passkey has signed the challenge, and counted.
 * @param compared the user as it was when the first proof was compared
 */
async function hasSigned(
  { clock, config, secondFactors, transaction, users }: Pick<FactorDeps, "clock" | "config" | "secondFactors" | "transaction" | "users">,
  passkey: SecondFactorDoc,
  { credential, challengeToken = "" }: Answer,
  compared: User,
): Promise<boolean> {
  const { credentialId, publicKey, counter } = passkey;
  if (!credential || credentialId === undefined || publicKey === undefined || counter === undefined) return false;
  const signed = await signedCounter(config, challengeToken, { credentialId, publicKey, counter }, credential);
  if (signed === null) return false;
  if (!passkey.afterPassword) return secondFactors.useCounter(passkey, signed, clock.now());
  // The doubt came with a new password, and the one that was compared may be older. A transaction that doubts writes the user as well.
  return transaction(async (tx) => {
    const user = await users.touch(tx, compared._id);
    const isProven = user !== null && isStillProven(user, compared);
    return isProven && secondFactors.useCounter(passkey, signed, clock.now(), tx);
  }, compared._id);
}

/** All that a session has proven, once a second factor was given. */
export function withSecondFactor(amr: readonly ProofMethod[], method: ProofMethod): readonly ProofMethod[] {
  return [...new Set([...amr, method, "mfa" as const])];
}

/** Throws auth.account.suspended for a user who may not sign in. */
export function requireMaySignIn(user: User): void {
  if (!maySignIn(user)) throw new AppError("auth.account.suspended");
}

/**
 * Which second factor the answer proves; null: none. A right code is used up.
 * @param useUp uses up the challenge that was answered; a recovery code goes with it, or stays
 */
export async function proveSecondFactor(
  deps: ProveDeps,
  user: User,
  answer: Answer,
  useUp: Asked["useUp"] = async () => undefined,
): Promise<ProofMethod | null> {
  const { code, recoveryCode, credential } = answer;
  if (recoveryCode !== undefined && credential === undefined && code === undefined)
    return (await useRecoveryCode(deps, user, recoveryCode, useUp)) ? "rc" : null;
  const method = await provenByDevice(deps, user, answer);
  if (method) await useUp(null);
  return method;
}

async function provenByDevice(deps: ProveDeps, user: User, answer: Answer): Promise<ProofMethod | null> {
  const { code, credential } = answer;
  if (credential !== undefined) {
    const passkey = await namedPasskey(deps, answer);
    return passkey?.userId === user._id && (await hasSigned(deps, passkey, answer, user)) ? "hwk" : null;
  }
  return code !== undefined && (await isFreshCode(deps, user, code)) ? "otp" : null;
}

/** In one transaction with the challenge: of two codes at once for one challenge, the one that comes too late stays good. */
async function useRecoveryCode(deps: ProveDeps, user: User, recoveryCode: string, useUp: Asked["useUp"]): Promise<boolean> {
  const hash = recoveryCodeHash(deps.pseudonymKey, user._id, recoveryCode);
  const isRight = await deps.transaction(async (tx) => {
    const isUsed = await deps.recoveryCodes.use(tx, user._id, hash);
    if (isUsed) await useUp(tx);
    return isUsed;
  }, user._id);
  if (isRight) deps.mailer.send({ to: user.email, kind: "recovery_code_used", locale: user.locale });
  return isRight;
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
