import { type MessagingParty, NOBODY } from "#libs/contracts/account.ts";
import { settledIdentity, type User } from "./domain/user.ts";

/** A user as messages and notifications see one. */
export function messagingPartyOf(user: User | null | undefined): MessagingParty {
  if (!user) return NOBODY;
  const { version, status, emailVerified, username, displayName, avatarUrl, locale } = settledIdentity(user);
  return { found: true, version, status, emailVerified, username, displayName, avatarUrl, locale };
}
