import { implement } from "#libs/contract-kit/implement.ts";
import { getUserSummary } from "#libs/contracts/account/index.ts";
import type { Deps } from "../deps.ts";
import { userSummaryOf } from "../views/user-view.ts";

/** Internal: a user as other services see it. */
export const getUserSummaryAction = ({ users }: Pick<Deps, "users">) =>
  implement(getUserSummary, async ({ params }) => userSummaryOf(await users.find(params.userId)));
