import { Schema } from "mongoose";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

export type MailTokenKind = "VERIFY_EMAIL" | "RESET_PASSWORD";

/** The token of a link in a mail. */
export interface MailTokenDoc {
  /** Hash of the token. */
  readonly _id: string;
  readonly kind: MailTokenKind;
  /** Null for an address without an account: the token opens nothing, but the request takes as long as any other. */
  readonly userId: string | null;
  readonly expiresAt: Date;
}

const schema = new Schema<MailTokenDoc>(
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

export const mailTokens: CollectionDefinition<MailTokenDoc> = { name: "mail_tokens", schema };

export interface MailTokenStore {
  insert(token: MailTokenDoc, tx?: Tx): Promise<void>;
  isUsable(hash: string, kind: MailTokenKind, now: Date): Promise<boolean>;
  /** Uses up a token and all others of this kind that its user has. The user's id; null when the token is not usable. */
  consume(tx: Tx, hash: string, kind: MailTokenKind, now: Date): Promise<string | null>;
}

export function mailTokenStore(database: Collections): MailTokenStore {
  const tokens = database.collection(mailTokens);
  const usable = (_id: string, kind: MailTokenKind, now: Date) => ({ _id, kind, userId: { $ne: null }, expiresAt: { $gt: now } });
  return {
    insert: (token, tx) => tokens.insert(token, { tx }),
    async isUsable(hash, kind, now) {
      return (await tokens.findOne(usable(hash, kind, now), { projection: { _id: 1 } })) !== null;
    },
    async consume(tx, hash, kind, now) {
      const token = await tokens.findOneAndDelete(usable(hash, kind, now), { tx });
      if (!token?.userId) return null;
      await tokens.deleteMany({ userId: token.userId, kind }, { tx });
      return token.userId;
    },
  };
}
