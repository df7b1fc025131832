import { type Connection, type Model, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { Tx } from "#libs/mongo/transaction.ts";

/** An account elsewhere with which a user signs in. */
export interface OAuthIdentity {
  readonly _id: string;
  readonly userId: string;
  /** Name of the provider, as the setting has it. */
  readonly provider: string;
  /** Keyed hash of the account's name there: it tells nobody who that is. */
  readonly subjectHash: string;
  readonly createdAt: Date;
}

const text = { type: String, required: true } as const;
const schema = new Schema<OAuthIdentity>(
  { _id: text, userId: text, provider: text, subjectHash: text, createdAt: { type: Date, required: true } },
  { versionKey: false, strict: "throw" },
);
schema.index({ provider: 1, subjectHash: 1 }, { name: "one_user_per_account", unique: true });
schema.index({ userId: 1 }, { name: "of_user" });

export type OAuthIdentityStore = ReturnType<typeof oauthIdentityStore>;

export function oauthIdentityModel(connection: Connection): Model<OAuthIdentity> {
  return modelOf(connection, "oauth_identities", schema);
}

export function oauthIdentityStore(connection: Connection) {
  const model = oauthIdentityModel(connection);
  return {
    find(provider: string, subjectHash: string): Promise<OAuthIdentity | null> {
      return model.findOne({ provider, subjectHash }).lean<OAuthIdentity>().exec();
    },

    /** Throws a duplicate key error on `subjectHash` when the account belongs to somebody already. */
    async insert(session: Tx, identity: OAuthIdentity): Promise<void> {
      await model.insertOne(identity, { session });
    },

    /** Forgets an account whose user is gone. */
    async remove(_id: string): Promise<void> {
      await model.deleteOne({ _id });
    },
  };
}
