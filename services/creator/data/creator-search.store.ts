import { date, list, number, text } from "#libs/kernel/fields.ts";
import type { Collections, Stage } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { SearchedKeys } from "../domain/search-keys.ts";
import { CARD_PROJECTION, type CardRow, publicCreators } from "./discovery.store.ts";

/** What a search finds of a creator: derived from the profile and the bio page. */
export interface CreatorSearchDoc extends DocumentIn<typeof creatorSearch> {}

/** Name of the index that a search reads. */
const BY_KEY = "by_key";

export const creatorSearch = defineCollection({
  name: "creator_search",
  fields: {
    /** CreatorProfile.id. */
    _id: text,
    keys: list(text),
    /** Followers when the row was written; the daily review renews it. A current number would change the whole index at each follow. */
    followers: number,
    indexedAt: date,
  },
  indexes: [{ name: BY_KEY, key: { keys: 1, followers: -1, _id: -1 } }],
  unknownFields: "drop",
});

/** Creators that have the rarest key and are looked through for the others, the most followed ones. */
const MAX_CANDIDATES = 1_000;

export interface CreatorSearchStore {
  put(tx: Tx, row: CreatorSearchDoc): Promise<void>;
  delete(tx: Tx, creatorId: string): Promise<void>;
  /** Which of these creators have a row. */
  listIndexed(creatorIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Active creators with public pages that have all keys, most followed first; ties by id, descending. One command. */
  list(keys: SearchedKeys[keyof SearchedKeys], limit: number): Promise<CardRow[]>;
}

export function creatorSearchStore(database: Collections): CreatorSearchStore {
  const rows = database.collection(creatorSearch);
  return {
    async put(tx, { _id, ...fields }) {
      await rows.updateOne({ _id }, { $set: fields }, { tx, upsert: true });
    },
    async delete(tx, _id) {
      await rows.deleteOne({ _id }, { tx });
    },
    async listIndexed(ids) {
      const found = await rows.find<{ _id: string }>(
        { _id: { $in: [...ids] } },
        { projection: { _id: 1 }, limit: Math.max(1, ids.length) },
      );
      return new Set(found.map(({ _id }) => _id));
    },
    async list([rarest, ...others], limit) {
      if (rarest === undefined) return [];
      const stages: Stage[] = [
        { $match: { keys: rarest } },
        { $sort: { followers: -1, _id: -1 } },
        { $limit: MAX_CANDIDATES },
        ...others.map((key) => ({ $match: { keys: key } })),
        ...publicCreators("$_id"),
        { $match: { creatorStatus: "ACTIVE", userStatus: "ACTIVE" } },
        { $sort: { totalFollowers: -1, _id: -1 } },
        { $limit: limit },
        { $project: CARD_PROJECTION },
      ];
      return rows.aggregate<CardRow>(stages, { hint: BY_KEY });
    },
  };
}
