import { date, optional, text } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";

/** An OAuth sign-in that has started and is not completed yet. */
interface OAuthStateDoc extends DocumentIn<typeof oauthStates> {}

export const oauthStates = defineCollection({
  name: "oauth_states",
  fields: {
    /** Hash of the `state` that comes back with the code. */
    _id: text,
    /** Hash of a key that only the browser of the sign-in has, and of the session that links an account. */
    browserHash: text,
    /** Name of the provider in the setting `provider.oauth`. */
    provider: text,
    nonce: text,
    codeVerifier: text,
    redirectUri: text,
    /** When the terms were published that the person accepted before; absent when there was none. */
    acceptedTerms: optional(date),
    expiresAt: date,
  },
  indexes: [{ name: "retention", key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
});

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
