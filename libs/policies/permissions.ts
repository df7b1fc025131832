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
  "admins:manage",
] as const;

export type Permission = (typeof PERMISSIONS)[number];
