import { MAX_SOCIALS, type SocialMethod } from "#libs/contracts/creator/index.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type SocialAccountDoc, socialAccounts } from "./social-account.model.ts";

export interface SocialAccountStore {
  /** Oldest first. */
  listByCreator(creatorId: string, tx?: Tx): Promise<SocialAccountDoc[]>;
  /** Null when the creator has no account with that id. */
  find(creatorId: string, accountId: string): Promise<SocialAccountDoc | null>;
  /** Rejects with a duplicate key error when the creator has added this account before. */
  insert(tx: Tx, account: SocialAccountDoc): Promise<void>;
  /** False when the creator has no account with that id. */
  delete(tx: Tx, creatorId: string, accountId: string): Promise<boolean>;
  /**
   * Marks an account as verified and returns it; null when there is none or it was verified before. Rejects with a duplicate key
   * error when another creator has verified the same account.
   */
  verify(tx: Tx, creatorId: string, accountId: string, method: SocialMethod, at: Date): Promise<SocialAccountDoc | null>;
}

export function socialAccountStore(database: Collections): SocialAccountStore {
  const accounts = database.collection(socialAccounts);
  return {
    listByCreator: (creatorId, tx) => accounts.find({ creatorId }, { tx, sort: { createdAt: 1, _id: 1 }, limit: MAX_SOCIALS }),
    find: (creatorId, _id) => accounts.findOne({ _id, creatorId }),
    insert: (tx, account) => accounts.insert(account, { tx }),
    async delete(tx, creatorId, _id) {
      const { deletedCount } = await accounts.deleteOne({ _id, creatorId }, { tx });
      return deletedCount === 1;
    },
    verify: (tx, creatorId, _id, method, verifiedAt) =>
      accounts.findOneAndUpdate(
        { _id, creatorId, verified: false },
        { $set: { verified: true, verifiedAt, method } },
        { tx, returnDocument: "after" },
      ),
  };
}
