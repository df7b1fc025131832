import type { Connection, PipelineStage } from "mongoose";
import type { CardFacts, Wish } from "../domain/discovery.ts";
import { type CreatorProfile, creatorProfileModel } from "./creator-profile.model.ts";

/** Reads for discovery. Each goes by the ids of its candidates, so it looks at no more profiles than there are candidates. */
export interface DiscoveryStore {
  /** Ids of those candidates who are listed, in the order of the wish; the id decides between equals. */
  ordered(candidates: readonly string[], wish: Wish): Promise<readonly string[]>;
  /** Those candidates who are listed. */
  listed(candidates: readonly string[], wish: Wish): Promise<ReadonlySet<string>>;
  /** What the cards of some creators say, in the order of the ids. */
  cards(ids: readonly string[]): Promise<CardFacts[]>;
}

/** Another index would have to walk through all creators. */
const BY_ID = "_id_";

const CARD = {
  userId: 1,
  username: 1,
  displayName: 1,
  avatarUrl: 1,
  level: 1,
  dmActive: 1,
  vacationMode: 1,
  totalFollowers: 1,
} as const satisfies Partial<Record<keyof CreatorProfile, 1>>;

export function discoveryStore(connection: Connection): DiscoveryStore {
  const profiles = creatorProfileModel(connection);
  /** One document with all ids: a thousand small ones take the driver longer than the store needs to find them. */
  const idsOf = async (candidates: readonly string[], wish: Wish, order: PipelineStage[]): Promise<readonly string[]> => {
    if (candidates.length === 0) return [];
    const [found] = await profiles
      .aggregate<{ readonly ids: readonly string[] }>([
        { $match: listedAmong(candidates, wish) },
        ...order,
        { $group: { _id: null, ids: { $push: "$_id" } } },
      ])
      .hint(BY_ID);
    return found?.ids ?? [];
  };
  return {
    ordered: (candidates, wish) => idsOf(candidates, wish, [{ $sort: { [wish.sortBy]: -1, _id: -1 } }]),
    listed: async (candidates, wish) => new Set(await idsOf(candidates, wish, [])),
    async cards(ids) {
      if (ids.length === 0) return [];
      const rows = await profiles
        .find({ _id: { $in: ids } }, CARD)
        .limit(ids.length)
        .lean<CardFacts[]>();
      const byId = new Map(rows.map((row) => [row._id, row]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
  };
}

/** Only active creators of active users are listed (spec 4.12). */
function listedAmong(candidates: readonly string[], { category, dmType }: Wish) {
  return {
    _id: { $in: [...candidates] },
    creatorStatus: "ACTIVE" as const,
    userStatus: "ACTIVE" as const,
    ...(category === null ? {} : { contentCategories: category }),
    ...(dmType === null ? {} : { dmType }),
  };
}
