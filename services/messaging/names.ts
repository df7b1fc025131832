import type { Ctx } from "#libs/contract-kit/implement.ts";
import { getMessagingParties } from "#libs/contracts/account-internal.ts";
import { bestEffort } from "#libs/log/best-effort.ts";
import type { UserCardDoc } from "./data/user-card.store.ts";
import type { Deps } from "./deps.ts";

export type UserCard = Pick<UserCardDoc, "username" | "displayName" | "avatarUrl">;

const UNKNOWN: UserCard = { username: null, displayName: null, avatarUrl: null };

/** How users are shown, from local copies; the account service is asked only for those that are missing. */
export async function cardsOf(
  ctx: Pick<Ctx<unknown>, "call">,
  { cards, logger }: Pick<Deps, "cards" | "logger">,
  userIds: readonly string[],
): Promise<(userId: string) => UserCard> {
  const known = new Map<string, UserCard>((await cards.findMany(userIds)).map((card) => [card._id, card]));
  const missing = [...new Set(userIds)].filter((userId) => !known.has(userId));
  const asked: UserCardDoc[] = [];
  await bestEffort(logger, "ask for the names of users", async () => {
    if (missing.length === 0) return;
    const { parties } = await ctx.call(getMessagingParties, { userIds: missing });
    for (const [index, { found, version, username, displayName, avatarUrl }] of parties.entries()) {
      const userId = missing[index];
      if (found && userId !== undefined) asked.push({ _id: userId, version, username, displayName, avatarUrl });
    }
    await cards.keep(asked);
  });
  for (const card of asked) known.set(card._id, card);
  return (userId) => known.get(userId) ?? UNKNOWN;
}

/** The name a user goes by, or null. */
export function nameOf({ displayName, username }: UserCard): string | null {
  return displayName ?? username;
}
