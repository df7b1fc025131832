import { SYSTEM } from "#libs/platform/audit/audit-log.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Deps } from "../deps.ts";
import { maySignIn, type User } from "../domain/user.ts";
import { dropFactorReset } from "../sign-in/drop-factor-reset.ts";
import { type RemoveFactorsDeps, removeFactors } from "../sign-in/remove-factors.ts";
import { hasSecondFactor } from "../sign-in/second-factor.ts";

export type ResetFactorsDeps = RemoveFactorsDeps & Pick<Deps, "users">;

interface Reset {
  /** The user as it was before. */
  readonly before: User;
  readonly endedSessions: readonly string[];
}

/** Whether the second factors of a user can be reset: there are some, and the user may sign in without them afterwards. */
export const canBeReset = (user: User): boolean => hasSecondFactor(user) && maySignIn(user);

/** Makes the reset that has waited; null when it can be made no more: then staff ask again. */
export async function resetFactors(deps: ResetFactorsDeps, tx: Tx, userId: string, at: Date): Promise<Reset | null> {
  const before = await deps.users.touch(tx, userId);
  if (before && canBeReset(before)) return { before, endedSessions: await removeFactors(deps, tx, userId, at) };
  await dropFactorReset(deps, tx, userId);
  await deps.audit.add(tx, { actor: SYSTEM, action: "second_factor.reset_stopped", target: userId });
  return null;
}

/** Tells the gateways and the user. */
export function announceReset({ hints, mailer }: Pick<Deps, "hints" | "mailer">, { before, endedSessions }: Reset): void {
  hints.sessionsRevoked(endedSessions, "FACTOR_RESET");
  mailer.send({ to: before.email, kind: "second_factor_removed", locale: before.locale });
}
