import type { USER_INTENTS, UserStatus } from "#libs/contracts/account/index.ts";
import { uuid } from "#libs/kernel/ids.ts";

type UserIntent = (typeof USER_INTENTS)[number];

/** The claim of an upgrade that is not settled yet, and what it replaced. */
export interface IdentityClaim {
  readonly id: string;
  readonly previous: Pick<User, "username" | "displayName" | "intent">;
}

export interface User {
  readonly _id: string;
  /** Counts the writes: of two facts about a user, the one with the higher version is the later one. */
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
  /** Absent for accounts that sign in by OAuth only. */
  readonly passwordHash?: string | undefined;
  readonly createdAt: Date;
  readonly lastLoginAt: Date | null;
  /** Of the upgrade in progress. */
  readonly claim: IdentityClaim | null;
  /** Of the upgrade that was settled. */
  readonly settledClaimId: string | null;
  /** The released claims, newest last: a claim that arrives after its release is refused. */
  readonly releasedClaimIds: readonly string[];
}

type NewUser = Pick<User, "email" | "passwordHash" | "locale" | "createdAt"> &
  Partial<Pick<User, "displayName" | "emailVerified" | "roles">>;

/** A new account. */
export function newUser(fields: NewUser): User {
  return {
    _id: uuid(),
    version: 1,
    emailVerified: false,
    username: null,
    displayName: null,
    avatarUrl: null,
    intent: "FAN",
    status: "ACTIVE",
    roles: [],
    timezone: null,
    lastLoginAt: null,
    claim: null,
    settledClaimId: null,
    releasedClaimIds: [],
    ...fields,
  };
}

/** What replaces the fields of a deleted user. Id and day of registration stay. */
export function tombstone(userId: string) {
  return {
    status: "DELETED",
    // Not an address: it cannot be registered, so the unique index never refuses a tombstone.
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

/** The statuses in which a user may sign in; DEACTIVATED opens the deletion endpoints only. */
export const SIGN_IN_STATUSES = ["ACTIVE", "DEACTIVATED"] as const satisfies readonly UserStatus[];

export function maySignIn({ status }: Pick<User, "status">): boolean {
  return (SIGN_IN_STATUSES as readonly UserStatus[]).includes(status);
}

/** The user as others may see it: an upgrade is visible when it is settled, never before (spec 3.2). */
export function settledIdentity(user: User): User {
  return user.claim ? { ...user, ...user.claim.previous } : user;
}

/** The one spelling of an address under which an account is stored. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}
