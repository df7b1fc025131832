import { implement } from "#libs/contract-kit/implement.ts";
import { getAdmin } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { adminView } from "../views/user-view.ts";

/** GET /admin/auth/me */
export const getAdminAction = ({ users }: Pick<Deps, "users">) =>
  implement(getAdmin, async ({ caller }) => {
    const user = await users.find(caller.userId);
    if (!user) throw new AppError("error.unauthorized");
    return adminView(user);
  });
