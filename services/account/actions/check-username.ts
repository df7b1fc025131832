import { implement } from "#libs/contract-kit/implement.ts";
import { checkUsername } from "#libs/contracts/account/index.ts";
import type { Deps } from "../deps.ts";
import { isReservedUsername, isWellFormedUsername, normalizeUsername } from "../domain/username.ts";

type CheckDeps = Pick<Deps, "clock" | "users" | "usernameHolds">;

/** GET /creators/usernames/{username}: the rules of the upgrade, without an effect. */
export const checkUsernameAction = (deps: CheckDeps) =>
  implement(checkUsername, async ({ params, caller }) => {
    const username = normalizeUsername(params.username);
    const reason = await whyNot(deps, username, caller.userId);
    return { username, available: reason === null, reason };
  });

async function whyNot({ clock, users, usernameHolds }: CheckDeps, username: string, userId: string) {
  if (!isWellFormedUsername(username)) return "INVALID";
  if (isReservedUsername(username)) return "RESERVED";
  const [isTaken, isHeld] = await Promise.all([
    users.hasUsername(username, userId),
    usernameHolds.isHeldForAnother(null, username, userId, clock.now()),
  ]);
  return isTaken || isHeld ? "TAKEN" : null;
}
