import { implement } from "#libs/contract-kit/implement.ts";
import { getContact } from "#libs/contracts/account.ts";
import { DEFAULT_LOCALE } from "#libs/contracts/shared.ts";
import type { Deps } from "../deps.ts";

const NOBODY = { found: false, email: null, emailVerified: false, phone: null, locale: DEFAULT_LOCALE, timezone: null } as const;

export const getContactAction = ({ users }: Pick<Deps, "users">) =>
  implement(getContact, async ({ params: { userId } }) => {
    const user = await users.findById(userId);
    if (!user) return NOBODY;
    const { email, emailVerified, locale, timezone } = user;
    return { found: true, email, emailVerified, phone: null, locale, timezone };
  });
