import { uuid } from "#libs/kernel/ids.ts";
import type { User } from "./user.ts";

type Beginning = Pick<User, "email" | "passwordHash" | "locale" | "createdAt"> &
  Partial<Pick<User, "displayName" | "emailVerified" | "roles">>;

/** An account as it is on its first day. */
export function newUser(beginning: Beginning): User {
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
    ...beginning,
  };
}
