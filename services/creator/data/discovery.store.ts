import type { Collections, Stage } from "#libs/platform/mongo/collection.ts";
import { type DiscoveryQuery, type FollowedPosition, MAX_ACCOUNTS } from "../domain/discovery.ts";
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

/** A creator whose account and profile are not hidden, and whether the page is not: a list of at most one. */
export type FollowedRow = CardRow & Pick<CreatorProfileDoc, "creatorStatus"> & { readonly published: readonly boolean[] };

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
  /** Creators who are not hidden, active or not, most followed first; ties by id, descending. One command. */
  listMostFollowed(limit: number, after: FollowedPosition | null): Promise<FollowedRow[]>;
}

const CARD = Object.fromEntries(CARD_FIELDS.map((field) => [field, `$${field}`]));
/** The public pages among the pages of creators. */
const PUBLISHED = [{ $match: { published: true } }, { $project: { _id: 0, creatorId: 1 } }];
export const CARD_PROJECTION = Object.fromEntries(CARD_FIELDS.map((field) => [field, 1 as const]));

/**
 * Replaces rows about creators by the profiles of those whose pages are public. Each join is one lookup for all creators: one per creator
 * would put two thousand lookups into a command.
 */
export const publicCreators = (creatorId: "$creatorId" | "$_id"): Stage[] => [
  { $group: { _id: null, creators: { $push: creatorId } } },
  { $lookup: { from: bioPages.name, localField: "creators", foreignField: "creatorId", pipeline: PUBLISHED, as: "pages" } },
  { $lookup: { from: creatorProfiles.name, localField: "pages.creatorId", foreignField: "_id", as: "profile" } },
  { $unwind: "$profile" },
  { $replaceRoot: { newRoot: "$profile" } },
];

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
      ...publicCreators("$creatorId"),
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
    async listMostFollowed(limit, after) {
      const behind = after && {
        totalFollowers: { $lte: after.totalFollowers },
        $or: [{ totalFollowers: { $lt: after.totalFollowers } }, { _id: { $lt: after._id } }],
      };
      const stages: Stage[] = [
        { $match: { userStatus: "ACTIVE", creatorStatus: { $nin: [...HIDDEN_STATUSES] }, ...behind } },
        { $sort: { totalFollowers: -1, _id: -1 } },
        { $limit: limit },
        { $lookup: { from: bioPages.name, localField: "_id", foreignField: "creatorId", as: "page" } },
        { $project: { ...CARD_PROJECTION, creatorStatus: 1, published: "$page.published" } },
      ];
      return profiles.aggregate<FollowedRow>(stages);
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
