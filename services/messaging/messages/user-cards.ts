import type { Ctx } from "#libs/contract-kit/implement.ts";
import { getUserSummaries } from "#libs/contracts/account/internal.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import type { UserCardDoc } from "./data/user-card.store.ts";
import type { MessagesDeps } from "./deps.ts";
import type { PartyNames } from "./send/commit-message.ts";

export type UserCard = Pick<UserCardDoc, "username" | "displayName" | "avatarUrl">;

type CardDeps = Pick<MessagesDeps, "userCards" | "logger">;

const UNKNOWN_CARD: UserCard = { username: null, displayName: null, avatarUrl: null };

/**
 * The names and pictures of users, from local copies. It calls the account service for missing ones only. While that is unavailable, a user
 * without a copy has no name.
 */
export async function getUserCards(
  ctx: Pick<Ctx<unknown>, "call">,
  { userCards, logger }: CardDeps,
  userIds: readonly string[],
): Promise<(userId: string) => UserCard> {
  const cards = new Map<string, UserCard>((await userCards.findByIds(userIds)).map((card) => [card._id, card]));
  const missing = [...new Set(userIds)].filter((userId) => !cards.has(userId));
  const fetched: UserCardDoc[] = [];
  await bestEffort(logger, "fetch the names of users", async () => {
    if (missing.length === 0) return;
    const { parties } = await ctx.call(getUserSummaries, { userIds: missing });
    for (const [index, { found, version, username, displayName, avatarUrl }] of parties.entries()) {
      const userId = missing[index];
      if (found && userId !== undefined) fetched.push({ _id: userId, version, username, displayName, avatarUrl });
    }
    await userCards.insertMissing(fetched);
  });
  for (const card of fetched) cards.set(card._id, card);
  return (userId) => cards.get(userId) ?? UNKNOWN_CARD;
}

/** The names of both sides of a message. */
export async function getPartyNames(
  ctx: Pick<Ctx<unknown>, "call">,
  deps: CardDeps,
  { senderId, receiverId }: { readonly senderId: string; readonly receiverId: string },
): Promise<PartyNames> {
  const cardOf = await getUserCards(ctx, deps, [senderId, receiverId]);
  return { senderName: nameIn(cardOf(senderId)), creatorName: nameIn(cardOf(receiverId)) };
}

/** The name of a user, or null. */
export async function getUserName(ctx: Pick<Ctx<unknown>, "call">, deps: CardDeps, userId: string): Promise<string | null> {
  return nameIn((await getUserCards(ctx, deps, [userId]))(userId));
}

/** What the others call a user; null when nothing is known. */
export function nameIn({ displayName, username }: UserCard): string | null {
  return displayName ?? username;
}
