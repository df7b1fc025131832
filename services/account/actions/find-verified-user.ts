import { implement } from "#libs/contract-kit/implement.ts";
import { findVerifiedUser } from "#libs/contracts/account.ts";
import type { Deps } from "../deps.ts";
import { normaliseEmail } from "../domain/email.ts";

export const findVerifiedUserAction = ({ users }: Pick<Deps, "users">) =>
  implement(findVerifiedUser, async ({ params }) => {
    const user = await users.findByEmail(normaliseEmail(params.email));
    return { userId: user?.emailVerified ? user._id : null };
  });
