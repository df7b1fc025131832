import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { SignInDeps } from "./deps.ts";

/** Drops the reset of second factors that waits, with the links that could stop it. False when none waits. */
export async function dropFactorReset(
  { heldChanges, mailTokens }: Pick<SignInDeps, "heldChanges" | "mailTokens">,
  tx: Tx,
  userId: string,
): Promise<boolean> {
  await mailTokens.deleteOfUser(tx, userId, "KEEP_FACTORS");
  return heldChanges.drop(tx, userId, "FACTOR_RESET");
}

/**
 * Stops the reset that waits for a user who has just given a second factor. At a sign-in it comes before the write that records the login, which
 * compares the number of factors: where the reset was made first, the login fails. At a step-up the reset has ended the session then.
 */
export async function stopFactorReset(
  deps: Pick<SignInDeps, "audit" | "heldChanges" | "mailTokens" | "transaction">,
  userId: string,
): Promise<void> {
  if (!(await deps.heldChanges.find(null, userId, "FACTOR_RESET"))) return;
  await deps.transaction(async (tx) => {
    if (!(await dropFactorReset(deps, tx, userId))) return;
    await deps.audit.add(tx, { actor: userId, action: "second_factor.reset_stopped", target: userId });
  }, userId);
}
