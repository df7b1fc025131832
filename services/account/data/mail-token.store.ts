import { SKEW_MS } from "#libs/contract-kit/caller.ts";
import { date, nullable, of, optional, text } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

export type MailTokenKind = "VERIFY_EMAIL" | "RESET_PASSWORD" | "UNDO_EMAIL_CHANGE" | "UNDO_FACTOR" | "KEEP_FACTORS";

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
    /** Keyed hash of the address that the mail went to; absent in tokens of earlier versions. */
    addressHash: optional(text),
    expiresAt: date,
  },
  indexes: [
    { name: "of_user", key: { userId: 1, kind: 1 } },
    { name: "retention", key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
});

/** What a token that was used up has proven. */
interface UsedToken {
  readonly userId: string;
  readonly addressHash?: string | undefined;
}

export interface MailTokenStore {
  insert(token: MailTokenDoc, tx?: Tx): Promise<void>;
  /** Uses up a token and all others of this kind that its user has. Null when the token is not usable. */
  consume(tx: Tx, hash: string, kind: MailTokenKind, now: Date): Promise<UsedToken | null>;
  /** The user of a usable token, which stays; null without one. */
  findUser(tx: Tx | null, hash: string, kind: MailTokenKind, now: Date): Promise<string | null>;
  /** When the first of a user's tokens of a kind ends; null without one. */
  firstEnd(tx: Tx, userId: string, kind: MailTokenKind): Promise<Date | null>;
  /** Voids the tokens of a user, of all kinds or of one. */
  deleteOfUser(tx: Tx, userId: string, kind?: MailTokenKind): Promise<void>;
  /**
   * Uses up a token, and those of this kind that its user has got since, by the slowest clock. Its row; null when the token is not usable.
   */
  take(tx: Tx, hash: string, kind: MailTokenKind, now: Date): Promise<(MailTokenDoc & { readonly userId: string }) | null>;
}

export function mailTokenStore(database: Collections): MailTokenStore {
  const tokens = database.collection(mailTokens);
  const usable = (_id: string, kind: MailTokenKind, now: Date) => ({ _id, kind, userId: { $ne: null }, expiresAt: { $gt: now } });
  const takeOne = async (tx: Tx, hash: string, kind: MailTokenKind, now: Date) => {
    const token = await tokens.findOneAndDelete(usable(hash, kind, now), { tx });
    return token?.userId ? { ...token, userId: token.userId } : null;
  };
  return {
    async take(tx, hash, kind, now) {
      const token = await takeOne(tx, hash, kind, now);
      if (!token) return null;
      const since = new Date(token.expiresAt.getTime() - SKEW_MS);
      await tokens.deleteMany({ userId: token.userId, kind, expiresAt: { $gte: since } }, { tx });
      return token;
    },
    insert: (token, tx) => tokens.insert(token, { tx }),
    async consume(tx, hash, kind, now) {
      const token = await takeOne(tx, hash, kind, now);
      if (!token) return null;
      await tokens.deleteMany({ userId: token.userId, kind }, { tx });
      return { userId: token.userId, addressHash: token.addressHash };
    },
    async findUser(tx, hash, kind, now) {
      return (await tokens.findOne(usable(hash, kind, now), { tx }))?.userId ?? null;
    },
    async firstEnd(tx, userId, kind) {
      const [first] = await tokens.find({ userId, kind }, { tx, sort: { expiresAt: 1 }, limit: 1 });
      return first?.expiresAt ?? null;
    },
    async deleteOfUser(tx, userId, kind) {
      await tokens.deleteMany(kind === undefined ? { userId } : { userId, kind }, { tx });
    },
  };
}
