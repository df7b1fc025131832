import { userSecurityEvent } from "#libs/contracts/account/index.ts";
import { SYSTEM } from "#libs/platform/audit/audit-log.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type ChangeFactorsDeps, countFactors } from "./change-factors.ts";
import type { SignInDeps } from "./deps.ts";

export type RemoveFactorsDeps = ChangeFactorsDeps & Pick<SignInDeps, "audit" | "outbox">;

/**
 * Removes all second factors of a user who has lost them. The password alone may be stolen: sessions end, devices are forgotten, and staff
 * prove the mailbox before they add a factor.
 * @returns the sessions that have ended
 */
export async function removeFactors(deps: RemoveFactorsDeps, tx: Tx, userId: string, at: Date): Promise<string[]> {
  await deps.secondFactors.deleteOfUser(tx, userId);
  await deps.mailTokens.deleteOfUser(tx, userId, "UNDO_FACTOR");
  await countFactors(deps, tx, userId);
  await deps.credentials.forgetProofs(tx, userId, at);
  // It was asked for by those factors, perhaps by a thief. The links that stop it stay: they end more than the change.
  await deps.heldChanges.drop(tx, userId, "EMAIL_CHANGE");
  await deps.audit.add(tx, { actor: SYSTEM, action: "second_factor.reset", target: userId });
  await deps.outbox.add(tx, userSecurityEvent, { userId, kind: "MFA_RESET", at: at.toISOString() });
  return deps.sessions.revokeAll(tx, userId, { reason: "FACTOR_RESET", at });
}
