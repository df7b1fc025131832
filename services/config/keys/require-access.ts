import type { Caller } from "#libs/contract-kit/caller.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { RoutePermission } from "#libs/policies/permissions.ts";
import { hasPermission } from "#libs/policies/roles.ts";
import { permissionToRead, permissionToWrite } from "#libs/policies/setting-access.ts";

type Roles = Pick<Caller, "roles">;

/** A route of settings is open to several kinds of staff, and each has keys of its own. Throws forbidden. */
export const requireReader = (caller: Roles, key: string): void => requirePermission(caller, permissionToRead(key));

/** Like requireReader, for a change in any way: of a value, by a scope, by a reset, by a rollback. */
export const requireWriter = (caller: Roles, key: string): void => requirePermission(caller, permissionToWrite(key));

function requirePermission({ roles }: Roles, permission: RoutePermission): void {
  if (!hasPermission(roles, permission)) throw new AppError("error.forbidden");
}
