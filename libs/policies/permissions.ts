/** Permissions of administrators; `roles.ts` grants them to roles. */
export const PERMISSIONS = [
  "config:read",
  "config:write",
  "cache:clear",
  "audit:read",
  "users:read",
  "users:write",
  "sessions:revoke",
  "creators:read",
  "creators:write",
  "kyc:review",
  "moderation:read",
  "moderation:write",
  "finance:read",
  "finance:write",
  "content:write",
  "support:write",
  "gdpr:read",
  "gdpr:execute",
  "admins:manage",
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** What a route needs: any one of the permissions opens it. */
export type RoutePermission = Permission | readonly Permission[];

/** The permissions that open a route; none: it names no permission. */
export function permissionsFor(permission: RoutePermission | undefined): readonly Permission[] {
  return permission === undefined ? [] : [permission].flat();
}
