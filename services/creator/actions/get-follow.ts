import { implement } from "#libs/contract-kit/implement.ts";
import { getFollow } from "#libs/contracts/creator/index.ts";
import type { Deps } from "../deps.ts";

/** GET /creators/{creatorId}/follow */
export const getFollowAction = ({ follows }: Pick<Deps, "follows">) =>
  implement(getFollow, async ({ params: { creatorId }, caller: { userId } }) => ({ following: await follows.exists(creatorId, userId) }));
