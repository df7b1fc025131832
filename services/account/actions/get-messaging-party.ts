import { implement } from "#libs/contract-kit/implement.ts";
import { getMessagingParty } from "#libs/contracts/account.ts";
import type { Deps } from "../deps.ts";
import { messagingPartyOf } from "../messaging-party.ts";

/** Internal: one user, as messages and notifications need to know them now. */
export const getMessagingPartyAction = ({ users }: Pick<Deps, "users">) =>
  implement(getMessagingParty, async ({ params }) => messagingPartyOf(await users.findById(params.userId)));
