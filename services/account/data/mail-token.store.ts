import { date, nullable, of, optional, text } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

export type MailTokenKind = "VERIFY_EMAIL" | "RESET_PASSWORD" | "UNDO_FACTOR";

/** The token of a link in a mail. */
export interface MailTokenDoc extends DocumentIn<typeof mailTokens> {}

export const mailTokens = defineCollection({
  name: "mail_tokens",
  fields: {
    /** Hash of the token. */
    _id: text,
    kind: of<MailTokenKind>(),
    /** Null for an address without an account: the token opens nothing, but the request takes as long as any other. */
    userId: nullable(text),
    /** Of UNDO_FACTOR: the factor that the link removes. */
    factorId: optional(text),
    expiresAt: date,
  },
  indexes: [
    { name: "of_user", key: { userId: 1, kind: 1 } },
    { name: "retention", key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
});

export interface MailTokenStore {
  insert(token: MailTokenDoc, tx?: Tx): Promise<void>;
  isUsable(hash: string, kind: MailTokenKind, now: Date): Promise<boolean>;
  /** Uses up one token alone. Its row; null when the token is not usable. */
  take(tx: Tx, hash: string, kind: MailTokenKind, now: Date): Promise<(MailTokenDoc & { readonly userId: string }) | null>;
  /** Uses up a token and all others of this kind that its user has. The user's id; null when the token is not usable. */
  consume(tx: Tx, hash: string, kind: MailTokenKind, now: Date): Promise<string | null>;
}

export function mailTokenStore(database: Collections): MailTokenStore {
  const tokens = database.collection(mailTokens);
  const usable = (_id: string, kind: MailTokenKind, now: Date) => ({ _id, kind, userId: { $ne: null }, expiresAt: { $gt: now } });
  const take = async (tx: Tx, hash: string, kind: MailTokenKind, now: Date) => {
    const token = await tokens.findOneAndDelete(usable(hash, kind, now), { tx });
    return token?.userId ? { ...token, userId: token.userId } : null;
  };
  return {
    take,
    insert: (token, tx) => tokens.insert(token, { tx }),
    async isUsable(hash, kind, now) {
      return (await tokens.findOne(usable(hash, kind, now), { projection: { _id: 1 } })) !== null;
    },
    async consume(tx, hash, kind, now) {
      const token = await take(tx, hash, kind, now);
      if (!token) return null;
      await tokens.deleteMany({ userId: token.userId, kind }, { tx });
      return token.userId;
    },
  };
}
