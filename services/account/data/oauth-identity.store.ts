import { MAX_LISTED_IDENTITIES } from "#libs/contracts/account/index.ts";
import { date, text } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

/** An account at an OAuth provider with which a user signs in. */
export interface OAuthIdentityDoc extends DocumentIn<typeof oauthIdentities> {}

export const oauthIdentities = defineCollection({
  name: "oauth_identities",
  fields: {
    _id: text,
    userId: text,
    /** Name of the provider in the setting `provider.oauth`. */
    provider: text,
    /** Keyed hash of issuer and subject: the collection does not reveal the account. */
    subjectHash: text,
    createdAt: date,
  },
  indexes: [
    { name: "one_user_per_account", key: { provider: 1, subjectHash: 1 }, unique: true },
    { name: "of_user", key: { userId: 1 } },
  ],
});

export interface OAuthIdentityStore {
  find(provider: string, subjectHash: string, tx?: Tx): Promise<OAuthIdentityDoc | null>;
  /** Rejects with a duplicate key error on `subjectHash` when the account is linked to a user already. */
  insert(tx: Tx, identity: OAuthIdentityDoc): Promise<void>;
  countOfUser(userId: string): Promise<number>;
  deleteOfUser(tx: Tx, userId: string): Promise<void>;
  /** Deletes those that were linked after an instant. */
  deleteLaterOfUser(tx: Tx, userId: string, after: Date): Promise<void>;
  /** In no particular order; at most 100. */
  listOfUser(userId: string, tx?: Tx): Promise<OAuthIdentityDoc[]>;
  delete(identityId: string, tx?: Tx): Promise<void>;
}

export function oauthIdentityStore(database: Collections): OAuthIdentityStore {
  const identities = database.collection(oauthIdentities);
  return {
    find: (provider, subjectHash, tx) => identities.findOne({ provider, subjectHash }, { tx }),
    insert: (tx, identity) => identities.insert(identity, { tx }),
    countOfUser: (userId) => identities.count({ userId }),
    listOfUser: (userId, tx) => identities.find({ userId }, { tx, limit: MAX_LISTED_IDENTITIES }),
    async delete(_id, tx) {
      await identities.deleteOne({ _id }, { tx });
    },
    async deleteLaterOfUser(tx, userId, after) {
      await identities.deleteMany({ userId, createdAt: { $gt: after } }, { tx });
    },
    async deleteOfUser(tx, userId) {
      await identities.deleteMany({ userId }, { tx });
    },
  };
}
