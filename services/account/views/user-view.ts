import { UNKNOWN_USER, type UserSummary } from "#libs/contracts/account/index.ts";
import { permissionsOf } from "#libs/policies/roles.ts";
import { settledIdentity, type User } from "../domain/user.ts";

/** The user as the interface shows it. It lists each field, so that no secret leaks. */
export function userView(user: User) {
  const { username, displayName, intent } = settledIdentity(user);
  return {
    id: user._id,
    email: user.email,
    emailVerified: user.emailVerified,
    hasPassword: user.passwordHash !== undefined,
    secondFactors: user.secondFactors ?? 0,
    username,
    displayName,
    avatarUrl: user.avatarUrl,
    intent,
    status: user.status,
    roles: [...user.roles],
    locale: user.locale,
    timezone: user.timezone,
    createdAt: user.createdAt.toISOString(),
    lastLoginAt: user.lastLoginAt?.toISOString() ?? null,
  };
}

/** The names of a user for staff. */
export function namesView(user: User) {
  const { username, displayName } = settledIdentity(user);
  return { id: user._id, username, displayName, status: user.status };
}

/** A user in a list for staff. */
export function listedUserView(user: User) {
  const { email, roles, emailVerified, secondFactors = 0, createdAt, lastLoginAt } = user;
  const times = { createdAt: createdAt.toISOString(), lastLoginAt: lastLoginAt?.toISOString() ?? null };
  return { ...namesView(user), email, roles: [...roles], emailVerified, secondFactors, ...times };
}

/** An administrator as the interface shows it. */
export function adminView({ _id: id, email, roles, secondFactors = 0 }: User) {
  return { id, email, secondFactors, roles: [...roles], permissions: permissionsOf(roles) };
}

/** A user as other services see it. */
export function userSummaryOf(user: User | null | undefined): UserSummary {
  if (!user) return UNKNOWN_USER;
  const { version, status, emailVerified, username, displayName, avatarUrl, locale } = settledIdentity(user);
  return { found: true, version, status, emailVerified, username, displayName, avatarUrl, locale };
}

/** The payload of `user.changed`. */
export function userChange(user: User, changedAt: Date) {
  const { username, displayName } = settledIdentity(user);
  const { _id: userId, version, status, locale, avatarUrl } = user;
  return { userId, version, status, locale, username, displayName, avatarUrl, changedAt: changedAt.toISOString() };
}
