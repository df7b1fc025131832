export const USER_STATUSES = ["ACTIVE", "SUSPENDED", "BANNED", "DEACTIVATED", "DELETED"] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** The statuses that an admin changes between. */
export const MODERATED_STATUSES = ["ACTIVE", "SUSPENDED", "BANNED"] as const satisfies readonly UserStatus[];
export const USER_INTENTS = ["FAN", "CREATOR", "BOTH"] as const;
export const REVOKED_REASONS = [
  ...(["LOGOUT", "REUSE", "PASSWORD_CHANGE", "DELETION", "ADMIN"] as const),
  ...(["USER_GONE", "ROLE_CHANGE", "STEP_UP", "FACTOR_RESET", "DELETION_CANCELLED"] as const),
] as const;
/** What guards an account and has changed. */
export const SECURITY_EVENTS = ["EMAIL_CHANGED", "EMAIL_UNDONE", "MFA_RESET", "PASSWORD_RESET"] as const;
/** The changes of an account that wait, so that its owner can stop them. */
export const HELD_CHANGES = ["EMAIL_CHANGE", "FACTOR_RESET"] as const;
export type HeldChangeKind = (typeof HELD_CHANGES)[number];
export type RevokedReason = (typeof REVOKED_REASONS)[number];
