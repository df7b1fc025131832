import type { Caller } from "#libs/contract-kit/caller.ts";
import type { Permission } from "#libs/contract-kit/permissions.ts";
import { isAdminRole, mayDo } from "#libs/contracts/roles.ts";
import { AppError } from "#libs/errors/app-error.ts";

/** The gateway has asked before; the owner of the data does not take its word. Throws error.forbidden. */
export function requirePermission(caller: Pick<Caller, "roles">, permission: Permission): void {
  if (!mayDo(caller.roles, permission)) throw new AppError("error.forbidden");
}

/** Only a super admin changes the account of somebody with an admin role. Throws error.forbidden. */
export function requireAuthorityOver(caller: Pick<Caller, "roles">, target: { readonly roles: readonly string[] }): void {
  if (target.roles.some(isAdminRole) && !caller.roles.includes("SUPER_ADMIN")) throw new AppError("error.forbidden");
}
