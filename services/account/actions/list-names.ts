import { implement } from "#libs/contract-kit/implement.ts";
import { listNames } from "#libs/contracts/account/index.ts";
import { hasPermission, isAdminRole } from "#libs/policies/roles.ts";
import type { Deps } from "../deps.ts";
import { normalizeEmail, type User } from "../domain/user.ts";
import { namesView } from "../views/user-view.ts";

/** The address of a member of the staff who has no name, as the first administrator; null for everyone else. */
const addressOf = ({ roles, username, displayName, email }: User) =>
  roles.some(isAdminRole) && username === null && displayName === null ? { email } : null;

/**
 * GET /admin/names. Colleagues have names for all staff, other users for those who may read users. By an address only colleagues are found: a
 * search for other users is audited.
 */
export const listNamesAction = ({ users }: Pick<Deps, "users">) =>
  implement(listNames, async ({ params: { ids, email }, caller }) => {
    const seesAll = hasPermission(caller.roles, "users:read");
    const found = ids === undefined ? await findOne(users, email) : await findAll(users, ids);
    const seen = found.filter(({ roles }) => (seesAll && ids !== undefined) || roles.some(isAdminRole));
    return seen.map((user) => ({ ...namesView(user), ...(seesAll && addressOf(user)) }));
  });

async function findAll(users: Deps["users"], listed: string): Promise<User[]> {
  const ids = [...new Set(listed.split(","))];
  const userById = new Map((await users.findByIds(ids)).map((user) => [user._id, user]));
  return ids.flatMap((userId) => userById.get(userId) ?? []);
}

async function findOne(users: Deps["users"], email = ""): Promise<User[]> {
  const user = await users.findByEmail(normalizeEmail(email));
  return user ? [user] : [];
}
