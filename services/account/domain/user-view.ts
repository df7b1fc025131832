import { settledIdentity, type User } from "./user.ts";

/** The user as the interface shows it. Names each field, so that nothing else can get out. */
export function userView(user: User) {
  const { username, displayName, intent } = settledIdentity(user);
  return {
    id: user._id,
    email: user.email,
    emailVerified: user.emailVerified,
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

/** What other services learn when a user changes. */
export function userChange(user: User, changedAt: Date) {
  const { username, displayName } = settledIdentity(user);
  const { _id: userId, version, status, locale, avatarUrl } = user;
  return { userId, version, status, locale, username, displayName, avatarUrl, changedAt: changedAt.toISOString() };
}
