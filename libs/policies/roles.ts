import { PERMISSIONS, type Permission } from "./permissions.ts";

const READ_PERMISSIONS = ["config:read", "audit:read", "creators:read", "moderation:read", "finance:read"] as const;

/** Admin roles with their permissions. */
export const ADMIN_ROLES = {
  SUPER_ADMIN: PERMISSIONS,
  ADMIN: PERMISSIONS.filter((permission) => permission !== "cache:clear" && permission !== "admins:manage"),
  FINANCE: ["config:read", "audit:read", "finance:read", "finance:write", "users:read", "creators:read", "kyc:review"],
  MODERATOR: [
    ...(["config:read", "moderation:read", "moderation:write"] as const),
    ...(["creators:read", "creators:write", "kyc:review", "users:read", "users:write"] as const),
  ],
  SUPPORT: ["config:read", "support:write", "creators:read", "users:read", "users:write", "sessions:revoke"],
  EDITOR: ["config:read", "content:write"],
  ANALYST: READ_PERMISSIONS,
} as const satisfies Record<string, readonly Permission[]>;

export type AdminRole = keyof typeof ADMIN_ROLES;

/** The names of the roles. */
export const STAFF_ROLES = Object.keys(ADMIN_ROLES) as readonly AdminRole[];

export function isAdminRole(role: string): role is AdminRole {
  return Object.hasOwn(ADMIN_ROLES, role);
}

/** Whether one of the roles grants a permission. */
export function hasPermission(roles: readonly string[], permission: Permission): boolean {
  return roles.some((role) => isAdminRole(role) && (ADMIN_ROLES[role] as readonly Permission[]).includes(permission));
}

/** All permissions that the roles grant, in the order of PERMISSIONS. */
export function permissionsOf(roles: readonly string[]): Permission[] {
  return PERMISSIONS.filter((permission) => hasPermission(roles, permission));
}
