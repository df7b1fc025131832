import { Schema } from "mongoose";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

/** An account at an OAuth provider with which a user signs in. */
export interface OAuthIdentityDoc {
  readonly _id: string;
  readonly userId: string;
  /** Name of the provider in the setting `provider.oauth`. */
  readonly provider: string;
  /** Keyed hash of issuer and subject: the collection does not reveal the account. */
  readonly subjectHash: string;
  readonly createdAt: Date;
}

const text = { type: String, required: true } as const;
const schema = new Schema<OAuthIdentityDoc>(
  { _id: text, userId: text, provider: text, subjectHash: text, createdAt: { type: Date, required: true } },
  { versionKey: false, strict: "throw" },
);
schema.index({ provider: 1, subjectHash: 1 }, { name: "one_user_per_account", unique: true });
schema.index({ userId: 1 }, { name: "of_user" });

export const oauthIdentities: CollectionDefinition<OAuthIdentityDoc> = { name: "oauth_identities", schema };

export interface OAuthIdentityStore {
  find(provider: string, subjectHash: string): Promise<OAuthIdentityDoc | null>;
  /** Rejects with a duplicate key error on `subjectHash` when the account is linked to a user already. */
  insert(tx: Tx, identity: OAuthIdentityDoc): Promise<void>;
  delete(identityId: string): Promise<void>;
}

export function oauthIdentityStore(database: Collections): OAuthIdentityStore {
  const identities = database.collection(oauthIdentities);
  return {
    find: (provider, subjectHash) => identities.findOne({ provider, subjectHash }),
    insert: (tx, identity) => identities.insert(identity, { tx }),
    async delete(_id) {
      await identities.deleteOne({ _id });
    },
  };
}
