import type { Caller } from "#libs/contract-kit/caller.ts";
import type { HttpBinding } from "#libs/contract-kit/contract.ts";
import { isAdminRole, mayDo } from "#libs/contract-kit/roles.ts";
import { AppError } from "#libs/errors/app-error.ts";

/** Throws 403 when the caller lacks the role or permission of a route, or when the account is closed to it. */
export function requirePermission({ auth, permission, openDuringDeletion }: HttpBinding, caller: Caller | null): void {
  if (!caller || auth === "public") return;
  if (caller.accountStatus === "DEACTIVATED" && !openDuringDeletion) throw new AppError("auth.account.deactivated");
  if (auth === "bearer") return;
  const allowed = permission ? mayDo(caller.roles, permission) : caller.roles.some(isAdminRole);
  if (!allowed) throw new AppError("error.forbidden");
}
