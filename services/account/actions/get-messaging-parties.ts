import { implement } from "#libs/contract-kit/implement.ts";
import { getMessagingParties } from "#libs/contracts/account.ts";
import type { Deps } from "../deps.ts";
import { messagingPartyOf } from "../messaging-party.ts";

/** Internal: the same of several users, in the order in which they are asked for. */
export const getMessagingPartiesAction = ({ users }: Pick<Deps, "users">) =>
  implement(getMessagingParties, async ({ params }) => {
    const found = new Map((await users.findMany(params.userIds)).map((user) => [user._id, user]));
    return { parties: params.userIds.map((userId) => messagingPartyOf(found.get(userId))) };
  });
