import { Schema } from "mongoose";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";

/** An OAuth sign-in that has begun and has not come back yet. */
interface OAuthStateDoc {
  /** Hash of the `state` that comes back with the code. */
  readonly _id: string;
  /** Hash of the key that only the browser has which began the sign-in. */
  readonly browserHash: string;
  /** Name of the provider in the setting `provider.oauth`. */
  readonly provider: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly redirectUri: string;
  readonly expiresAt: Date;
}

const text = { type: String, required: true } as const;
const schema = new Schema<OAuthStateDoc>(
  {
    _id: text,
    browserHash: text,
    provider: text,
    nonce: text,
    codeVerifier: text,
    redirectUri: text,
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ expiresAt: 1 }, { name: "retention", expireAfterSeconds: 0 });

export const oauthStates: CollectionDefinition<OAuthStateDoc> = { name: "oauth_states", schema };

export interface OAuthStateStore {
  insert(state: OAuthStateDoc): Promise<void>;
  /** Uses up a state; null when there is none, it has expired, or another browser began it. */
  consume(stateHash: string, browserHash: string, now: Date): Promise<OAuthStateDoc | null>;
}

export function oauthStateStore(database: Collections): OAuthStateStore {
  const states = database.collection(oauthStates);
  return {
    insert: (state) => states.insert(state),
    consume: (_id, browserHash, now) => states.findOneAndDelete({ _id, browserHash, expiresAt: { $gt: now } }),
  };
}
