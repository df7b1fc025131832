import { implement } from "#libs/contract-kit/implement.ts";
import { unfollowCreator } from "#libs/contracts/creator-discovery.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";

type UnfollowDeps = Pick<Deps, "follows" | "profiles" | "totals" | "transaction">;

/** DELETE /creators/{creatorId}/follow: possible whatever has become of the creator. */
export const unfollowCreatorAction = ({ follows, profiles, totals, transaction }: UnfollowDeps) =>
  implement(unfollowCreator, async ({ params: { creatorId }, caller: { userId } }) => {
    if (!(await profiles.byId(creatorId))) throw new AppError("creator.error.not_found");
    await transaction(async (tx) => {
      if (await follows.remove(tx, creatorId, userId)) await totals.addFollower(tx, creatorId, -1);
    });
    return { following: false };
  });
