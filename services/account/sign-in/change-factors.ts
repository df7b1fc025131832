import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { newRecoveryCodes, recoveryCodeHash } from "../crypto/recovery-codes.ts";
import type { User } from "../domain/user.ts";
import type { SignInDeps } from "./deps.ts";

export type ChangeFactorsDeps = Pick<SignInDeps, "clock" | "credentials" | "pseudonymKey" | "recoveryCodes" | "secondFactors">;

/**
 * Stores how many second factors a user has after a change of them, in its transaction. Two changes at once conflict on the user, so none
 * counts without the other. The recovery codes come with the first factor and go with the last one.
 * @returns the updated user, null when there is none; and the recovery codes that came
 */
export async function countFactors(
  deps: ChangeFactorsDeps,
  tx: Tx,
  userId: string,
): Promise<{ readonly user: User | null; readonly recoveryCodes: string[] | null }> {
  const { length: count } = await deps.secondFactors.listOfUser(userId, tx);
  const user = await deps.credentials.setSecondFactors(tx, userId, count);
  if (count === 0) await deps.recoveryCodes.delete(tx, userId);
  const isFirst = count > 0 && !(await deps.recoveryCodes.has(userId, tx));
  return { user, recoveryCodes: isFirst ? await replaceRecoveryCodes(deps, tx, userId) : null };
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
