import { PERMISSIONS, type Permission, permissionsFor, type RoutePermission } from "./permissions.ts";

/** Admin roles with their permissions. */
export const ADMIN_ROLES = {
  SUPER_ADMIN: PERMISSIONS,
  ADMIN: PERMISSIONS.filter((permission) => permission !== "cache:clear" && permission !== "admins:manage"),
  FINANCE: ["finance:read", "finance:write", "users:read", "creators:read", "kyc:review"],
  MODERATOR: ["users:read", "creators:read", "kyc:review", "moderation:read", "moderation:write"],
  SUPPORT: ["users:read", "sessions:revoke", "creators:read", "gdpr:read", "support:write"],
  EDITOR: ["content:write"],
  ANALYST: ["config:read", "audit:read", "creators:read", "moderation:read", "finance:read"],
} as const satisfies Record<string, readonly Permission[]>;

export type AdminRole = keyof typeof ADMIN_ROLES;

/** The names of the roles. */
export const STAFF_ROLES = Object.keys(ADMIN_ROLES) as readonly AdminRole[];

export function isAdminRole(role: string): role is AdminRole {
  return Object.hasOwn(ADMIN_ROLES, role);
}

/** Whether one of the roles grants a permission, or any one of several. */
export function hasPermission(roles: readonly string[], permission: RoutePermission): boolean {
  const granted = roles.filter(isAdminRole).flatMap((role): readonly Permission[] => ADMIN_ROLES[role]);
  return permissionsFor(permission).some((each) => granted.includes(each));
}

/** All permissions that the roles grant, in the order of PERMISSIONS. */
export function permissionsOf(roles: readonly string[]): Permission[] {
  return PERMISSIONS.filter((permission) => hasPermission(roles, permission));
}
