import { implement } from "#libs/contract-kit/implement.ts";
import { getMessagingParty } from "#libs/contracts/account.ts";
import { DEFAULT_LOCALE } from "#libs/i18n/pick-locale.ts";
import type { Deps } from "../deps.ts";
import { settledIdentity } from "../domain/user.ts";

const NOBODY = {
  found: false,
  status: null,
  emailVerified: false,
  username: null,
  displayName: null,
  avatarUrl: null,
  locale: DEFAULT_LOCALE,
} as const;

export const getMessagingPartyAction = ({ users }: Pick<Deps, "users">) =>
  implement(getMessagingParty, async ({ params }) => {
    const user = await users.findById(params.userId);
    if (!user) return NOBODY;
    const { status, emailVerified, username, displayName, avatarUrl, locale } = settledIdentity(user);
    return { found: true, status, emailVerified, username, displayName, avatarUrl, locale };
  });
