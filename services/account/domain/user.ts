import type { USER_INTENTS, UserStatus } from "#libs/contracts/account.ts";

export type UserIntent = (typeof USER_INTENTS)[number];

/** What a claim of the upgrade replaced, as long as the upgrade is not settled. */
export interface IdentityClaim {
  readonly id: string;
  readonly previous: Pick<User, "username" | "displayName" | "intent">;
}

export interface User {
  readonly _id: string;
  /** How often it was written: of two facts about a user the one with the higher version is the later one. */
  readonly version: number;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly username: string | null;
  readonly displayName: string | null;
  readonly avatarUrl: string | null;
  readonly intent: UserIntent;
  readonly status: UserStatus;
  readonly roles: readonly string[];
  readonly locale: string;
  readonly timezone: string | null;
  /** Absent for accounts that sign in elsewhere. */
  readonly passwordHash?: string | undefined;
  readonly createdAt: Date;
  readonly lastLoginAt: Date | null;
  /** The upgrade that is under way. */
  readonly claim: IdentityClaim | null;
  /** The upgrade that was made final. */
  readonly settledClaimId: string | null;
  /** Claims given back, the newest last: a claim that arrives after its undo is refused. */
  readonly releasedClaimIds: readonly string[];
}

/** The statuses in which somebody may sign in; DEACTIVATED opens the deletion endpoints only. */
export const SIGN_IN_STATUSES = ["ACTIVE", "DEACTIVATED"] as const satisfies readonly UserStatus[];

/** What is left of a deleted user, besides the id and the day of registration. */
export function tombstone(userId: string) {
  return {
    status: "DELETED",
    // No address: nobody can register it, and so nobody can stand in the way of a burial.
    email: `deleted:${userId}`,
    emailVerified: false,
    username: null,
    displayName: null,
    avatarUrl: null,
    intent: "FAN",
    roles: [],
    locale: "en",
    timezone: null,
    lastLoginAt: null,
    claim: null,
    settledClaimId: null,
    releasedClaimIds: [],
  } as const satisfies Partial<Record<keyof User, unknown>>;
}

export function maySignIn({ status }: Pick<User, "status">): boolean {
  return (SIGN_IN_STATUSES as readonly UserStatus[]).includes(status);
}

/** The user as others may see it: an upgrade shows when it is settled, never half-way (spec 3.2). */
export function settledIdentity(user: User): User {
  return user.claim ? { ...user, ...user.claim.previous } : user;
}
