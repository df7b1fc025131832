import { type Connection, type Model, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { Tx } from "#libs/mongo/transaction.ts";

export type MailTokenKind = "VERIFY_EMAIL" | "RESET_PASSWORD";

/** A link that was mailed, by the hash of its secret. */
export interface MailToken {
  readonly _id: string;
  readonly kind: MailTokenKind;
  /** Null for an address without an account: nobody can use it, but asking takes as long. */
  readonly userId: string | null;
  readonly expiresAt: Date;
}

const schema = new Schema<MailToken>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    userId: { type: String, default: null },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ userId: 1, kind: 1 }, { name: "of_user" });
schema.index({ expiresAt: 1 }, { name: "retention", expireAfterSeconds: 0 });

export type MailTokenStore = ReturnType<typeof mailTokenStore>;

export function mailTokenModel(connection: Connection): Model<MailToken> {
  return modelOf(connection, "mail_tokens", schema);
}

export function mailTokenStore(connection: Connection) {
  const model = mailTokenModel(connection);
  const usable = (_id: string, kind: MailTokenKind, now: Date) => ({ _id, kind, userId: { $ne: null }, expiresAt: { $gt: now } });
  return {
    async insert(token: MailToken): Promise<void> {
      await model.insertOne(token);
    },

    async insertWith(session: Tx, token: MailToken): Promise<void> {
      await model.insertOne(token, { session });
    },

    async isUsable(hash: string, kind: MailTokenKind, now: Date): Promise<boolean> {
      return (await model.exists(usable(hash, kind, now))) !== null;
    },

    /** Takes a token and all others of its kind away from their user; the user's id, or null when the token is of no use. */
    async consume(session: Tx, hash: string, kind: MailTokenKind, now: Date): Promise<string | null> {
      const token = await model
        .findOneAndDelete(usable(hash, kind, now), { session })
        .lean<MailToken>()
        .exec();
      if (!token?.userId) return null;
      await model.deleteMany({ userId: token.userId, kind }, { session });
      return token.userId;
    },
  };
}
