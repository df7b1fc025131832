import { implement } from "#libs/contract-kit/implement.ts";
import { followCreator } from "#libs/contracts/creator-discovery.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import type { Deps } from "../deps.ts";
import { isVisible } from "../domain/public-page.ts";

type FollowDeps = Pick<Deps, "clock" | "follows" | "profiles" | "totals" | "transaction">;

/** PUT /creators/{creatorId}/follow: of many requests at once one counts. */
export const followCreatorAction = ({ clock, follows, profiles, totals, transaction }: FollowDeps) =>
  implement(followCreator, async ({ params: { creatorId }, caller: { userId } }) => {
    const creator = await profiles.byId(creatorId);
    if (!creator || !isVisible(creator)) throw new AppError("creator.error.not_found");
    if (creator.userId === userId) throw new AppError("creator.follow.self");
    try {
      await transaction(async (tx) => {
        await follows.insert(tx, creatorId, userId, clock.now());
        await totals.addFollower(tx, creatorId, 1);
      });
    } catch (error) {
      if (!isDuplicateKey(error, "userId")) throw error;
    }
    return { following: true };
  });
