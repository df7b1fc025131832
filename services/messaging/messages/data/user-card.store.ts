import { nullable, number, text } from "#libs/kernel/fields.ts";
import { batchedQuery } from "#libs/platform/mongo/batched-query.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

/** The name and picture of a user: a copy of facts of the account service. `user.changed` updates it, a call fills in a missing one. */
export interface UserCardDoc extends DocumentIn<typeof userCards> {}

export const userCards = defineCollection({
  name: "user_cards",
  fields: {
    /** User id. */
    _id: text,
    username: nullable(text),
    displayName: nullable(text),
    avatarUrl: nullable(text),
    /** Version of the user from which the copy was made. */
    version: number,
  },
});

export interface UserCardStore {
  findByIds(userIds: readonly string[]): Promise<UserCardDoc[]>;
  /** Stores newer facts; older ones change nothing. */
  upsertNewer(tx: Tx, card: UserCardDoc): Promise<void>;
  /** Inserts cards of users without one. */
  insertMissing(cards: readonly UserCardDoc[]): Promise<void>;
}

export function userCardStore(database: Collections): UserCardStore {
  const cards = database.collection(userCards);
  const findByIds = batchedQuery<readonly string[], UserCardDoc[]>("messaging.findUserCards", async (lists) => {
    const found = await cards.find({ _id: { $in: [...new Set(lists.flat())] } });
    return lists.map((userIds) => found.filter(({ _id }) => userIds.includes(_id)));
  });
  return {
    findByIds,
    async upsertNewer(tx, { _id, ...card }) {
      const stored = await cards.findOne<Pick<UserCardDoc, "version">>({ _id }, { tx, projection: { version: 1 } });
      if (!stored) await cards.insert({ _id, ...card }, { tx });
      else if (stored.version < card.version) await cards.updateOne({ _id }, { $set: card }, { tx });
    },
    async insertMissing(missing) {
      if (missing.length === 0) return;
      try {
        await cards.insert(missing, { ordered: false });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
  };
}
