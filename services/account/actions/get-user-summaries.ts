import { implement } from "#libs/contract-kit/implement.ts";
import { getUserSummaries } from "#libs/contracts/account/index.ts";
import type { Deps } from "../deps.ts";
import { userSummaryOf } from "../views/user-view.ts";

/** Internal: several users as other services see them, in the order of the ids. */
export const getUserSummariesAction = ({ users }: Pick<Deps, "users">) =>
  implement(getUserSummaries, async ({ params }) => {
    const userById = new Map((await users.findByIds(params.userIds)).map((user) => [user._id, user]));
    return { parties: params.userIds.map((userId) => userSummaryOf(userById.get(userId))) };
  });
