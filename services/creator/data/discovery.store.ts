import type { Collections, Stage } from "#libs/platform/mongo/collection.ts";
import { type DiscoveryQuery, MAX_ACCOUNTS } from "../domain/discovery.ts";
import { HIDDEN_STATUSES } from "../domain/public-page.ts";
import { bioPages } from "./bio-page.store.ts";
import { type CreatorProfileDoc, creatorProfiles } from "./creator-profile.model.ts";
import { socialAccounts, VERIFIED_ON_PLATFORM } from "./social-account.model.ts";

/** The fields of a profile that a card in a list shows. */
const CARD_FIELDS = [
  "_id",
  "userId",
  "username",
  "displayName",
  "avatarUrl",
  "level",
  "headline",
  "dmActive",
  "dmType",
  "answers",
  "vacationMode",
  "totalFollowers",
] as const satisfies readonly (keyof CreatorProfileDoc)[];

export type CardRow = Pick<CreatorProfileDoc, (typeof CARD_FIELDS)[number]>;

export type PublicRow = CardRow & Pick<CreatorProfileDoc, "creatorStatus">;

/** The creators who match a query, in order. */
export interface Listed {
  readonly ids: readonly string[];
  /** The cards of the first ids. */
  readonly cards: readonly CardRow[];
}

/** Finds creators for discovery among those whose account was verified last on a platform. */
export interface DiscoveryStore {
  /** Sorted as the query says, ties by id, descending. One command. @param cards how many cards are read */
  list(query: DiscoveryQuery, cards: number): Promise<Listed>;
  /** Those of the given ids that match, in the order of the ids. One command. @param cards how many cards are read */
  listAmong(ids: readonly string[], query: DiscoveryQuery, cards: number): Promise<Listed>;
  /** Cards in the order of the ids; unknown ids are left out. */
  listCards(ids: readonly string[]): Promise<CardRow[]>;
  /** The creators whose pages are public, active or not, most followed first; ties by id, descending. One command. */
  listPublic(limit: number): Promise<PublicRow[]>;
}

const CARD = Object.fromEntries(CARD_FIELDS.map((field) => [field, `$${field}`]));
/** The public pages among the pages of creators. */
const PUBLISHED = [{ $match: { published: true } }, { $project: { _id: 0, creatorId: 1 } }];
const CARD_PROJECTION = Object.fromEntries(CARD_FIELDS.map((field) => [field, 1 as const]));

export function discoveryStore(database: Collections): DiscoveryStore {
  const profiles = database.collection(creatorProfiles);
  const accounts = database.collection(socialAccounts);

  /** Returns all ids in one document: decoding a thousand small documents takes the driver longer than the query takes the database. */
  const listed = async (query: DiscoveryQuery, candidates: Stage[], order: Stage[], cards: number): Promise<Listed> => {
    const stages: Stage[] = [
      { $match: { platform: query.platform, verified: true } },
      { $sort: { verifiedAt: -1, _id: -1 } },
      { $limit: MAX_ACCOUNTS },
      ...candidates,
      { $group: { _id: null, creators: { $push: "$creatorId" } } },
      // Each join is one lookup for all creators. One per creator would put two thousand lookups into a command.
      { $lookup: { from: bioPages.name, localField: "creators", foreignField: "creatorId", pipeline: PUBLISHED, as: "pages" } },
      { $lookup: { from: profiles.name, localField: "pages.creatorId", foreignField: "_id", as: "profile" } },
      { $unwind: "$profile" },
      { $replaceRoot: { newRoot: "$profile" } },
      { $match: matching(query) },
      ...order,
      { $group: { _id: null, ids: { $push: "$_id" }, cards: { $push: CARD } } },
      { $project: { _id: 0, ids: 1, cards: { $slice: ["$cards", cards] } } },
    ];
    const [found] = await accounts.aggregate<Listed>(stages, { hint: VERIFIED_ON_PLATFORM });
    return found ?? { ids: [], cards: [] };
  };

  return {
    list: (query, cards) => listed(query, [], [{ $sort: { [query.sortBy]: -1, _id: -1 } }], cards),
    async listAmong(ids, query, cards) {
      if (ids.length === 0) return { ids, cards: [] };
      const place: Stage[] = [{ $set: { place: { $indexOfArray: [{ $literal: ids }, "$_id"] } } }, { $sort: { place: 1 } }];
      return listed(query, [{ $match: { creatorId: { $in: [...ids] } } }], place, cards);
    },
    async listCards(ids) {
      if (ids.length === 0) return [];
      const rows = await profiles.find<CardRow>({ _id: { $in: ids } }, { projection: CARD_PROJECTION, limit: ids.length });
      const byId = new Map(rows.map((row) => [row._id, row]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
    async listPublic(limit) {
      const stages: Stage[] = [
        { $match: { userStatus: "ACTIVE", creatorStatus: { $nin: [...HIDDEN_STATUSES] } } },
        { $sort: { totalFollowers: -1, _id: -1 } },
        { $limit: limit },
        { $lookup: { from: bioPages.name, localField: "_id", foreignField: "creatorId", as: "page" } },
        { $match: { "page.published": true } },
        { $project: { ...CARD_PROJECTION, creatorStatus: 1 } },
      ];
      return profiles.aggregate<PublicRow>(stages);
    },
  };
}

/** Only active creators with an active account are listed (spec 4.12); a card leads to a page, so creators who have hidden theirs are not. */
function matching({ category, dmType }: DiscoveryQuery) {
  return {
    creatorStatus: "ACTIVE" as const,
    userStatus: "ACTIVE" as const,
    ...(category === null ? {} : { contentCategories: category }),
    ...(dmType === null ? {} : { dmType }),
  };
}
