export const USER_STATUSES = ["ACTIVE", "SUSPENDED", "BANNED", "DEACTIVATED", "DELETED"] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** The statuses that an admin changes between. */
export const MODERATED_STATUSES = ["ACTIVE", "SUSPENDED", "BANNED"] as const satisfies readonly UserStatus[];
export const USER_INTENTS = ["FAN", "CREATOR", "BOTH"] as const;
export const REVOKED_REASONS = ["LOGOUT", "REUSE", "PASSWORD_CHANGE", "DELETION", "ADMIN", "USER_GONE", "STEP_UP"] as const;
export type RevokedReason = (typeof REVOKED_REASONS)[number];
