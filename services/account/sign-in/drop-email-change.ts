import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { SignInDeps } from "./deps.ts";

/** Drops the address that waits, with the links that could stop it. */
export async function dropEmailChange({ heldChanges, mailTokens }: Pick<SignInDeps, "heldChanges" | "mailTokens">, tx: Tx, userId: string) {
  await heldChanges.drop(tx, userId, "EMAIL_CHANGE");
  await mailTokens.deleteOfUser(tx, userId, "UNDO_EMAIL_CHANGE");
}
