import type { Caller } from "#libs/contract-kit/caller.ts";
import { isAdminRole } from "#libs/contract-kit/roles.ts";
import { AppError } from "#libs/errors/app-error.ts";

/**
 * Only a super admin changes the account of somebody with an admin role, and nobody the own one: the only administrator would
 * be shut out for good. Throws error.forbidden.
 */
export function requireAuthorityOver(
  caller: Pick<Caller, "userId" | "roles">,
  target: { readonly _id: string; readonly roles: readonly string[] },
): void {
  if (target._id === caller.userId) throw new AppError("error.forbidden");
  if (target.roles.some(isAdminRole) && !caller.roles.includes("SUPER_ADMIN")) throw new AppError("error.forbidden");
}
