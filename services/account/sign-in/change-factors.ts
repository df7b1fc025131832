import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { newRecoveryCodes, recoveryCodeHash } from "../crypto/recovery-codes.ts";
import type { User } from "../domain/user.ts";
import type { SignInDeps } from "./deps.ts";
import { dropFactorReset } from "./drop-factor-reset.ts";

export type ChangeFactorsDeps = Pick<
  SignInDeps,
  "clock" | "credentials" | "heldChanges" | "mailTokens" | "pseudonymKey" | "recoveryCodes" | "secondFactors" | "sessions"
>;

/**
 * Stores how many second factors a user has after a change of them, in its transaction. Two changes at once conflict on the user, so none
 * counts without the other. The recovery codes come with the first factor. With the last one they go, as do a reset that waits and the proofs of open
 * sessions.
 * @returns the updated user, null when there is none; and the recovery codes that came
 */
export async function countFactors(
  deps: ChangeFactorsDeps,
  tx: Tx,
  userId: string,
): Promise<{ readonly user: User | null; readonly recoveryCodes: string[] | null }> {
  const { length: count } = await deps.secondFactors.listOfUser(userId, tx);
  const user = await deps.credentials.setSecondFactors(tx, userId, count, deps.clock.now());
  if (count === 0) await forgetFactors(deps, tx, userId);
  const isFirst = count > 0 && !(await deps.recoveryCodes.has(userId, tx));
  return { user, recoveryCodes: isFirst ? await replaceRecoveryCodes(deps, tx, userId) : null };
}

async function forgetFactors(deps: ChangeFactorsDeps, tx: Tx, userId: string): Promise<void> {
  await deps.recoveryCodes.delete(tx, userId);
  await deps.sessions.forgetSecondFactor(tx, userId);
  await dropFactorReset(deps, tx, userId);
}

/** Makes new recovery codes; the older ones work no more. */
export async function replaceRecoveryCodes(
  { clock, pseudonymKey, recoveryCodes }: Pick<ChangeFactorsDeps, "clock" | "pseudonymKey" | "recoveryCodes">,
  tx: Tx,
  userId: string,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => recoveryCodeHash(pseudonymKey, userId, code));
  await recoveryCodes.replace(tx, userId, hashes, clock.now());
  return codes;
}

/** Voids recovery codes that were made lately, when the owner of the mailbox takes the account back: who was signed in could make them. */
export async function voidRecentCodes(
  { recoveryCodes }: Pick<ChangeFactorsDeps, "recoveryCodes">,
  tx: Tx,
  userId: string,
  since: Date,
): Promise<void> {
  await recoveryCodes.voidLater(tx, userId, since);
}
