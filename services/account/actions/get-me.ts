import { implement } from "#libs/contract-kit/implement.ts";
import { getMe } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { userView } from "../views/user-view.ts";

/** GET /auth/me */
export const getMeAction = ({ users }: Pick<Deps, "users">) =>
  implement(getMe, async ({ caller }) => {
    const user = await users.find(caller.userId);
    if (!user) throw new AppError("error.unauthorized");
    return userView(user);
  });
