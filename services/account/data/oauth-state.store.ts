import { type Connection, type Model, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";

/** A sign-in elsewhere that was begun and has not come back. */
export interface OAuthState {
  /** Hash of the state that comes back with the answer. */
  readonly _id: string;
  /** Hash of what only the browser knows that began it. */
  readonly browserHash: string;
  /** Name of the provider that it was begun with. */
  readonly provider: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly redirectUri: string;
  readonly expiresAt: Date;
}

const text = { type: String, required: true } as const;
const schema = new Schema<OAuthState>(
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

export type OAuthStateStore = ReturnType<typeof oauthStateStore>;

export function oauthStateStore(connection: Connection) {
  const model: Model<OAuthState> = modelOf(connection, "oauth_states", schema);
  return {
    async insert(state: OAuthState): Promise<void> {
      await model.insertOne(state);
    },

    /** Takes a state away, for the browser that began it; null when there is none, or it is another browser. */
    consume(_id: string, browserHash: string, now: Date): Promise<OAuthState | null> {
      return model
        .findOneAndDelete({ _id, browserHash, expiresAt: { $gt: now } })
        .lean<OAuthState>()
        .exec();
    },
  };
}
