import { implement } from "#libs/contract-kit/implement.ts";
import { claimCreatorIdentity } from "#libs/contracts/account.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { Deps } from "../deps.ts";
import { isReservedUsername } from "../domain/reserved-usernames.ts";
import type { User } from "../domain/user.ts";
import { isWellFormedUsername, normaliseUsername } from "../domain/username.ts";

type ClaimDeps = Pick<Deps, "clock" | "config" | "faults" | "transaction" | "users" | "identities" | "usernames">;

interface Wish {
  readonly claimId: string;
  readonly userId: string;
  readonly username?: string | undefined;
  readonly displayName?: string | undefined;
}

/** Repeatable with the same claim. A claim that was given back cannot be made any more, however late it arrives. */
export const claimCreatorIdentityAction = (deps: ClaimDeps) =>
  implement(claimCreatorIdentity, async ({ params }) => {
    try {
      const identity = await deps.transaction((tx) => claim(deps, tx, params));
      await deps.faults.hit("account.claim");
      return identity;
    } catch (error) {
      if (isDuplicateKey(error, "username")) throw new AppError("creator.upgrade.username_unavailable");
      throw error;
    }
  });

async function claim(deps: ClaimDeps, tx: Tx, { claimId, userId, ...wish }: Wish) {
  const user = await deps.users.findInTransaction(tx, userId);
  if (!user) throw new AppError("creator.upgrade.user_not_found");
  if (user.claim?.id === claimId || user.settledClaimId === claimId) {
    return { username: user.username ?? "", displayName: user.displayName };
  }
  if (user.claim) throw new AppError("creator.upgrade.already_creator");

  const username = normaliseUsername(wish.username ?? "") || normaliseUsername(user.username ?? "");
  const displayName = wish.displayName?.trim() || user.displayName;
  if (username === "") throw new AppError("creator.upgrade.username_required");
  if (!(await isAvailable(deps, tx, user, username))) throw new AppError("creator.upgrade.username_unavailable");
  if (!(await deps.identities.claim(tx, user, { claimId, username, displayName }))) throw new AppError("error.conflict");
  if (user.username !== null && user.username !== username) await holdFormer(deps, tx, user._id, user.username, claimId);
  return { username, displayName };
}

/** The unique index refuses names that others use; this, those that nobody may use, or nobody else (spec 4.3). */
async function isAvailable({ clock, usernames }: ClaimDeps, tx: Tx, user: User, username: string): Promise<boolean> {
  if (!isWellFormedUsername(username) || isReservedUsername(username)) return false;
  return !(await usernames.isHeldForAnother(tx, username, user._id, clock.now()));
}

/** At least a day, also when names are not held: until the claim is settled it may have to be put back. */
async function holdFormer({ clock, config, usernames }: ClaimDeps, tx: Tx, userId: string, former: string, claimId: string): Promise<void> {
  const days = Math.max(1, config.read("auth.username_hold_days"));
  await usernames.hold(tx, { _id: former, userId, claimId, heldUntil: new Date(clock.now().getTime() + days * DAY) });
}
