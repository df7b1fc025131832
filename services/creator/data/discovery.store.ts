import type { Collections } from "#libs/platform/mongo/collection.ts";
import type { DiscoveryQuery } from "../domain/discovery.ts";
import { type CreatorProfileDoc, creatorProfiles } from "./creator-profile.model.ts";

/** The fields of a profile that a card in a list shows. */
export type CardRow = Pick<CreatorProfileDoc, keyof typeof CARD_FIELDS | "_id">;

/** Reads profiles for discovery. Every query goes by the ids of its candidates and reads no other profile. */
export interface DiscoveryStore {
  /** Ids of the candidates that match the query, in its sort order; equal ones by id, descending. */
  sortMatching(candidates: readonly string[], query: DiscoveryQuery): Promise<readonly string[]>;
  /** Ids of the candidates that match the query. */
  findMatching(candidates: readonly string[], query: DiscoveryQuery): Promise<ReadonlySet<string>>;
  /** Cards in the order of the ids; unknown ids are left out. */
  listCards(ids: readonly string[]): Promise<CardRow[]>;
}

/** Any other index would scan all creators. */
const BY_ID = "_id_";

const CARD_FIELDS = {
  userId: 1,
  username: 1,
  displayName: 1,
  avatarUrl: 1,
  level: 1,
  dmActive: 1,
  vacationMode: 1,
  totalFollowers: 1,
} as const satisfies Partial<Record<keyof CreatorProfileDoc, 1>>;

type SortStage = { readonly $sort: Record<string, 1 | -1> };

export function discoveryStore(database: Collections): DiscoveryStore {
  const profiles = database.collection(creatorProfiles);
  /** Returns all ids in one document: the driver needs longer for a thousand small documents than the database to find them. */
  const idsOf = async (candidates: readonly string[], query: DiscoveryQuery, sort: readonly SortStage[]): Promise<readonly string[]> => {
    if (candidates.length === 0) return [];
    const stages = [{ $match: matching(candidates, query) }, ...sort, { $group: { _id: null, ids: { $push: "$_id" } } }];
    const [result] = await profiles.aggregate<{ readonly ids: readonly string[] }>(stages, { hint: BY_ID });
    return result?.ids ?? [];
  };
  return {
    sortMatching: (candidates, query) => idsOf(candidates, query, [{ $sort: { [query.sortBy]: -1, _id: -1 } }]),
    findMatching: async (candidates, query) => new Set(await idsOf(candidates, query, [])),
    async listCards(ids) {
      if (ids.length === 0) return [];
      const rows = await profiles.find<CardRow>({ _id: { $in: ids } }, { projection: CARD_FIELDS, limit: ids.length });
      const byId = new Map(rows.map((row) => [row._id, row]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
  };
}

/** Only active creators with an active account are listed (spec 4.12). */
function matching(candidates: readonly string[], { category, dmType }: DiscoveryQuery) {
  return {
    _id: { $in: candidates },
    creatorStatus: "ACTIVE" as const,
    userStatus: "ACTIVE" as const,
    ...(category === null ? {} : { contentCategories: category }),
    ...(dmType === null ? {} : { dmType }),
  };
}
