import { isDeepStrictEqual } from "node:util";
import type { USER_INTENTS, UserStatus } from "#libs/contracts/account/index.ts";
import { boolean, type DocumentOf, date, list, nullable, number, object, of, optional, text } from "#libs/kernel/fields.ts";
import { uuid } from "#libs/kernel/ids.ts";

type UserIntent = (typeof USER_INTENTS)[number];

const claimableFields = { username: nullable(text), displayName: nullable(text), intent: of<UserIntent>() };

/** The open claim of an upgrade, and the values that it replaced. */
const identityClaimFields = { id: text, previous: object(claimableFields) };

export const userFields = {
  _id: text,
  /** Incremented by each write: of two events about a user, the one with the higher version is newer. */
  version: number,
  email: text,
  emailVerified: boolean,
  ...claimableFields,
  avatarUrl: nullable(text),
  status: of<UserStatus>(),
  roles: list(text),
  locale: text,
  timezone: nullable(text),
  /** Absent for accounts that sign in by OAuth only. */
  passwordHash: optional(text),
  /** Hash of the key of the browser that registered the address, empty for a changed one; absent once the password is known to be of its owner. */
  registeredBy: optional(text),
  /** When the user last showed that the mailbox is theirs, or an operator vouched for it. */
  mailboxProvenAt: optional(date),
  /** Devices that got to know the user before do not know the user any more. */
  devicesSince: optional(date),
  /** Active second factors; absent: there never was one. */
  secondFactors: optional(number),
  /** When second factors or recovery codes of the user last came or went: what came lately may be a thief’s. */
  factorsChangedAt: optional(date),
  createdAt: date,
  lastLoginAt: nullable(date),
  /** Of the upgrade in progress. */
  claim: nullable(object(identityClaimFields)),
  /** Of the upgrade that was settled. */
  settledClaimId: nullable(text),
  /** The released claims, newest last: a claim that arrives after its release is refused. */
  releasedClaimIds: list(text),
};

export interface User extends DocumentOf<typeof userFields> {}

type NewUser = Pick<User, "email" | "passwordHash" | "locale" | "createdAt"> &
  Partial<Pick<User, "displayName" | "emailVerified" | "roles" | "registeredBy" | "mailboxProvenAt">>;

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

/**
 * Whether all that opens an account is known to be of the owner of its address. A link that was opened elsewhere verifies the address alone: who
 * registered it, or asked for it, may be another person, and would keep a password of the account.
 */
export const isOwned = ({ emailVerified, registeredBy }: Pick<User, "emailVerified" | "registeredBy">): boolean =>
  emailVerified && registeredBy === undefined;

/** What a first proof rests on: when one of these changes before the sign-in ends, the sign-in begins anew. */
export const basisOfProof = (user: Pick<User, "passwordHash" | "roles" | "devicesSince">) => ({
  passwordHash: user.passwordHash ?? null,
  roles: user.roles,
  devicesSince: user.devicesSince ?? null,
});

/** Whether a first proof of a user, as it was then, still holds. */
export const isStillProven = (user: User, compared: User): boolean => isDeepStrictEqual(basisOfProof(user), basisOfProof(compared));

/** What a second proof rests on: a factor may be replaced by another one. */
export const stateOfFactors = (user: Pick<User, "secondFactors" | "factorsChangedAt">) => ({
  secondFactors: user.secondFactors ?? null,
  factorsChangedAt: user.factorsChangedAt ?? null,
});

/** The replacement for the fields of a deleted user. Id and day of registration stay. */
export function tombstone(userId: string) {
  return {
    status: "DELETED",
    // Not a valid address: no user can register it, so the unique index never refuses a tombstone.
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

/** The user as others see it: names from an upgrade appear once the claim is final, never before (spec 3.2). */
export function settledIdentity(user: User): User {
  return user.claim ? { ...user, ...user.claim.previous } : user;
}
