import { implement } from "#libs/contract-kit/implement.ts";
import { getContact } from "#libs/contracts/account/index.ts";
import { DEFAULT_LOCALE } from "#libs/contracts/shared.ts";
import type { Deps } from "../deps.ts";

const UNKNOWN_CONTACT = { found: false, email: null, emailVerified: false, phone: null, locale: DEFAULT_LOCALE, timezone: null } as const;

/** Internal: how to reach a user outside the application. */
export const getContactAction = ({ users }: Pick<Deps, "users">) =>
  implement(getContact, async ({ params: { userId } }) => {
    const user = await users.find(userId);
    if (!user) return UNKNOWN_CONTACT;
    const { email, emailVerified, locale, timezone } = user;
    return { found: true, email, emailVerified, phone: null, locale, timezone };
  });
