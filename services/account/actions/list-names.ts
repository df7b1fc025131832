import { implement } from "#libs/contract-kit/implement.ts";
import { listNames } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { normalizeEmail } from "#libs/kernel/mail-address.ts";
import { hasPermission } from "#libs/policies/roles.ts";
import type { Deps } from "../deps.ts";
import type { User } from "../domain/user.ts";
import { namesView } from "../views/user-view.ts";
import { isAdmin } from "./admin-login.ts";

/** The address of a member of the staff who has no name, as the first administrator; null for everyone else. */
const addressOf = (user: User) => (isAdmin(user) && user.username === null && user.displayName === null ? { email: user.email } : null);

/**
 * GET /admin/names. Colleagues have names for all staff, other users for those who may read users. By an address only colleagues are found: a
 * search for other users is audited. Throws error.validation_failed without either.
 */
export const listNamesAction = ({ users }: Pick<Deps, "users">) =>
  implement(listNames, async ({ params: { ids, email }, caller }) => {
    const seesAll = hasPermission(caller.roles, "users:read");
    const seen =
      ids === undefined
        ? (await findOne(users, email)).filter(isAdmin)
        : (await findAll(users, ids)).filter((user) => seesAll || isAdmin(user));
    return seen.map((user) => ({ ...namesView(user), ...(seesAll && addressOf(user)) }));
  });

async function findAll(users: Deps["users"], listed: string): Promise<User[]> {
  const ids = [...new Set(listed.split(","))];
  const userById = new Map((await users.findByIds(ids)).map((user) => [user._id, user]));
  return ids.flatMap((userId) => userById.get(userId) ?? []);
}

async function findOne(users: Deps["users"], email: string | undefined): Promise<User[]> {
  if (email === undefined) throw new AppError("error.validation_failed", {}, [{ message: "ids or email is needed" }]);
  const user = await users.findByEmail(normalizeEmail(email));
  return user ? [user] : [];
}
