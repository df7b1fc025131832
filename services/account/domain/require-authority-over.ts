import type { Caller } from "#libs/contract-kit/caller.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { isAdminRole } from "#libs/policies/roles.ts";

/**
 * Throws error.forbidden unless the caller may change the account of a user. Only a super admin may change the account of an administrator.
 * No caller may change their own: the only administrator could lock themselves out for good.
 */
export function requireAuthorityOver(
  caller: Pick<Caller, "userId" | "roles">,
  target: { readonly _id: string; readonly roles: readonly string[] },
): void {
  if (target._id === caller.userId) throw new AppError("error.forbidden");
  if (target.roles.some(isAdminRole) && !caller.roles.includes("SUPER_ADMIN")) throw new AppError("error.forbidden");
}
