import { implement } from "#libs/contract-kit/implement.ts";
import { listNames } from "#libs/contracts/account/index.ts";
import { hasPermission, isAdminRole } from "#libs/policies/roles.ts";
import type { Deps } from "../deps.ts";
import type { User } from "../domain/user.ts";
import { namesView } from "../views/user-view.ts";

/** The address of a member of the staff who has no name, as the first administrator; null for everyone else. */
const addressOf = ({ roles, username, displayName, email }: User) =>
  roles.some(isAdminRole) && username === null && displayName === null ? { email } : null;

/** GET /admin/names. Colleagues have names for all staff, other users for those who may read users. */
export const listNamesAction = ({ users }: Pick<Deps, "users">) =>
  implement(listNames, async ({ params, caller }) => {
    const ids = [...new Set(params.ids.split(","))];
    const userById = new Map((await users.findByIds(ids)).map((user) => [user._id, user]));
    const seesAll = hasPermission(caller.roles, "users:read");
    const seen = ids.flatMap((userId) => userById.get(userId) ?? []).filter(({ roles }) => seesAll || roles.some(isAdminRole));
    return seen.map((user) => ({ ...namesView(user), ...(seesAll && addressOf(user)) }));
  });
