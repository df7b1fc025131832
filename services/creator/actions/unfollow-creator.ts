import { implement } from "#libs/contract-kit/implement.ts";
import { unfollowCreator } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";

type UnfollowDeps = Pick<Deps, "follows" | "profiles" | "transaction">;

/** DELETE /creators/{creatorId}/follow: works for every status of the creator. */
export const unfollowCreatorAction = ({ follows, profiles, transaction }: UnfollowDeps) =>
  implement(unfollowCreator, async ({ params: { creatorId }, caller: { userId } }) => {
    if (!(await profiles.find(creatorId))) throw new AppError("creator.error.not_found");
    await transaction(async (tx) => {
      if (await follows.delete(tx, creatorId, userId)) await profiles.addFollowers(tx, creatorId, -1);
    });
    return { following: false };
  });
