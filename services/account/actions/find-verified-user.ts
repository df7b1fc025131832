import { implement } from "#libs/contract-kit/implement.ts";
import { findVerifiedUser } from "#libs/contracts/account/index.ts";
import { normalizeEmail } from "#libs/kernel/mail-address.ts";
import type { Deps } from "../deps.ts";

/** Internal: the user with a verified address. */
export const findVerifiedUserAction = ({ users }: Pick<Deps, "users">) =>
  implement(findVerifiedUser, async ({ params }) => {
    const user = await users.findByEmail(normalizeEmail(params.email));
    return { userId: user?.emailVerified ? user._id : null };
  });
