import { implement } from "#libs/contract-kit/implement.ts";
import { listFollows } from "#libs/contracts/creator/index.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { isVisible } from "../domain/public-page.ts";

const HIDDEN_CREATOR = { username: null, displayName: null, avatarUrl: null, level: null } as const;

/** GET /follows */
export const listFollowsAction = ({ follows, profiles }: Pick<Deps, "follows" | "profiles">) =>
  implement(listFollows, async ({ params, caller }) => {
    const { rows, total } = await follows.list(caller.userId, params);
    const creators = await profiles.findByIds(rows.map(({ creatorId }) => creatorId));
    const creatorById = new Map(creators.map((creator) => [creator._id, creator]));
    const items = rows.map(({ creatorId, createdAt }) => {
      const creator = creatorById.get(creatorId);
      const { username, displayName, avatarUrl, level } = creator && isVisible(creator) ? creator : HIDDEN_CREATOR;
      return { creatorId, username, displayName, avatarUrl, level, followedAt: createdAt.toISOString() };
    });
    return pageOf(items, total, params);
  });
