import type { Connection } from "mongoose";
import type { SocialMethod } from "#libs/contracts/creator-socials.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type SocialAccount, socialAccountModel, VERIFIED_ON_PLATFORM } from "./social-account.model.ts";

/** Accounts of one creator. */
export const MAX_SOCIALS = 20;

export interface SocialAccountStore {
  /** Oldest first. */
  ofCreator(creatorId: string, tx?: Tx): Promise<SocialAccount[]>;
  find(creatorId: string, id: string): Promise<SocialAccount | null>;
  /** Throws a duplicate key error when the creator has this account. */
  insert(tx: Tx, account: SocialAccount): Promise<void>;
  /** False when the creator has no such account. */
  remove(tx: Tx, creatorId: string, id: string): Promise<boolean>;
  /** The account after it; null when there is none or it was verified before. Throws a duplicate key error when another creator's is verified. */
  verify(tx: Tx, creatorId: string, id: string, method: SocialMethod, at: Date): Promise<SocialAccount | null>;
  /** Creators with a verified account on a platform: of the `most` accounts that were verified last. */
  creatorsOn(platform: string, most: number): Promise<string[]>;
}

export function socialAccountStore(connection: Connection): SocialAccountStore {
  const accounts = socialAccountModel(connection);
  return {
    ofCreator: (creatorId, tx) =>
      accounts
        .find({ creatorId }, null, { session: tx ?? null })
        .sort({ createdAt: 1, _id: 1 })
        .limit(MAX_SOCIALS)
        .lean<SocialAccount[]>(),
    find: (creatorId, _id) => accounts.findOne({ _id, creatorId }).lean<SocialAccount>(),
    async insert(tx, account) {
      await accounts.insertOne(account, { session: tx });
    },
    async remove(tx, creatorId, _id) {
      const { deletedCount } = await accounts.deleteOne({ _id, creatorId }, { session: tx });
      return deletedCount === 1;
    },
    verify: (tx, creatorId, _id, method, verifiedAt) =>
      accounts
        .findOneAndUpdate(
          { _id, creatorId, verified: false },
          { $set: { verified: true, verifiedAt, method } },
          { session: tx, returnDocument: "after" },
        )
        .lean<SocialAccount>(),
    async creatorsOn(platform, most) {
      const [found] = await accounts
        .aggregate<{ readonly ids: readonly string[] }>([
          { $match: { platform, verified: true } },
          { $sort: { verifiedAt: -1, _id: -1 } },
          { $limit: most },
          { $group: { _id: null, ids: { $push: "$creatorId" } } },
        ])
        .hint(VERIFIED_ON_PLATFORM);
      return [...new Set(found?.ids)];
    },
  };
}
