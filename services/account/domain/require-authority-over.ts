import type { Caller } from "#libs/contract-kit/caller.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { isAdminRole } from "#libs/policies/roles.ts";

interface Target {
  readonly _id: string;
  readonly roles: readonly string[];
}

/**
 * Whether the caller may change the account of a user. Only a super admin may change the account of an administrator. No caller may change
 * their own: the only administrator could lock themselves out for good.
 */
export function hasAuthorityOver(caller: Pick<Caller, "userId" | "roles">, target: Target): boolean {
  return target._id !== caller.userId && (!target.roles.some(isAdminRole) || caller.roles.includes("SUPER_ADMIN"));
}

/** Throws error.forbidden unless {@link hasAuthorityOver}. */
export function requireAuthorityOver(caller: Pick<Caller, "userId" | "roles">, target: Target): void {
  if (!hasAuthorityOver(caller, target)) throw new AppError("error.forbidden");
}
