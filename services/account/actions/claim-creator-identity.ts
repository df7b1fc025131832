import { implement } from "#libs/contract-kit/implement.ts";
import { claimCreatorIdentity } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Deps } from "../deps.ts";
import type { User } from "../domain/user.ts";
import { isReservedUsername, isWellFormedUsername, normalizeUsername } from "../domain/username.ts";

type ClaimDeps = Pick<Deps, "clock" | "config" | "faults" | "transaction" | "users" | "identities" | "usernameHolds">;

interface ClaimRequest {
  readonly claimId: string;
  readonly userId: string;
  readonly username?: string | undefined;
  readonly displayName?: string | undefined;
}

/** Internal: the first step of an upgrade (spec 4.3). May be repeated with the same claim. A released claim is refused. */
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

async function claim(deps: ClaimDeps, tx: Tx, { claimId, userId, ...requested }: ClaimRequest) {
  const user = await deps.users.find(userId, tx);
  if (!user) throw new AppError("creator.upgrade.user_not_found");
  if (user.claim?.id === claimId || user.settledClaimId === claimId) {
    return { username: user.username ?? "", displayName: user.displayName };
  }
  if (user.claim) throw new AppError("creator.upgrade.already_creator");

  const username = normalizeUsername(requested.username ?? "") || normalizeUsername(user.username ?? "");
  const displayName = requested.displayName?.trim() || user.displayName;
  if (username === "") throw new AppError("creator.upgrade.username_required");
  if (!(await isAvailable(deps, tx, user, username))) throw new AppError("creator.upgrade.username_unavailable");
  if (!(await deps.identities.claim(tx, user, { claimId, username, displayName }))) throw new AppError("error.conflict");
  if (user.username !== null && user.username !== username) await holdFormerUsername(deps, tx, user._id, user.username, claimId);
  return { username, displayName };
}

/** Whether a name is well-formed, not reserved and not on hold (spec 4.3). The unique index refuses names that others use. */
async function isAvailable({ clock, usernameHolds }: ClaimDeps, tx: Tx, user: User, username: string): Promise<boolean> {
  if (!isWellFormedUsername(username) || isReservedUsername(username)) return false;
  return !(await usernameHolds.isHeldForAnother(tx, username, user._id, clock.now()));
}

/** At least a day, even when the setting is 0: until the claim is final, a release may have to restore the name. */
async function holdFormerUsername(
  { clock, config, usernameHolds }: ClaimDeps,
  tx: Tx,
  userId: string,
  former: string,
  claimId: string,
): Promise<void> {
  const days = Math.max(1, config.read("auth.username_hold_days"));
  await usernameHolds.hold(tx, { _id: former, userId, claimId, heldUntil: new Date(clock.now().getTime() + days * DAY) });
}
