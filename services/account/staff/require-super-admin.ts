import { AppError } from "#libs/errors/app-error.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Deps } from "../deps.ts";
import type { User } from "../domain/user.ts";

/**
 * Throws staff.error.last_super_admin when a transaction leaves no active super admin.
 * @param before the user whom the transaction has changed, as it was
 */
export async function requireSuperAdmin({ staff }: Pick<Deps, "staff">, tx: Tx, before: Pick<User, "roles">): Promise<void> {
  if (!before.roles.includes("SUPER_ADMIN")) return;
  await staff.guard(tx);
  if ((await staff.listSuperAdminIds(tx)).length === 0) throw new AppError("staff.error.last_super_admin");
}
