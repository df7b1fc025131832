import type { Caller } from "#libs/contract-kit/caller.ts";
import type { Ctx } from "#libs/contract-kit/implement.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { entryOf, isConfigKey } from "#libs/platform/config/keys/index.ts";
import type { RoutePermission } from "#libs/policies/permissions.ts";
import { hasPermission } from "#libs/policies/roles.ts";
import { permissionToRead, permissionToWrite } from "#libs/policies/setting-access.ts";

type Roles = Pick<Caller, "roles">;

/** A route of settings is open to several kinds of staff, and each has keys of its own. Throws forbidden. */
export const requireReader = (caller: Roles, key: string): void => requirePermission(caller, permissionToRead(key));

/**
 * Like requireReader, for a change in any way: of a value, by a scope, by a reset, by a rollback. What is secret, and what decides who
 * signs in, wants a step-up as well.
 */
export function requireWriter({ caller, requireRecentProof }: Pick<Ctx<never>, "caller" | "requireRecentProof">, key: string): void {
  const permission = permissionToWrite(key);
  requirePermission(caller, permission);
  // Who has no second factor would lock itself out, and all other staff.
  if (key === "auth.admin_mfa_required" && !caller.amr.includes("mfa")) throw new AppError("auth.mfa.required");
  if (permission === "admins:manage" || (isConfigKey(key) && entryOf(key).sensitive)) requireRecentProof();
}

function requirePermission({ roles }: Roles, permission: RoutePermission): void {
  if (!hasPermission(roles, permission)) throw new AppError("error.forbidden");
}
