import { implement } from "#libs/contract-kit/implement.ts";
import { followCreator } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Deps } from "../deps.ts";
import { isVisible } from "../domain/public-page.ts";

type FollowDeps = Pick<Deps, "clock" | "follows" | "profiles" | "transaction">;

/** PUT /creators/{creatorId}/follow: repeated and concurrent requests count one follower. */
export const followCreatorAction = ({ clock, follows, profiles, transaction }: FollowDeps) =>
  implement(followCreator, async ({ params: { creatorId }, caller: { userId } }) => {
    const creator = await profiles.find(creatorId);
    if (!creator || !isVisible(creator)) throw new AppError("creator.error.not_found");
    if (creator.userId === userId) throw new AppError("creator.follow.self");
    try {
      await transaction(async (tx) => {
        await follows.insert(tx, creatorId, userId, clock.now());
        await profiles.addFollowers(tx, creatorId, 1);
      });
    } catch (error) {
      if (!isDuplicateKey(error, "userId")) throw error;
    }
    return { following: true };
  });
