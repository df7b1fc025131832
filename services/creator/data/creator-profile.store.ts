import type { CreatorStatus } from "#libs/contracts/creator/index.ts";
import type { Money } from "#libs/kernel/money.ts";
import { batchedQuery } from "#libs/platform/mongo/batched-query.ts";
import type { Collections, Filter } from "#libs/platform/mongo/collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import { NEXT_VERSION } from "#libs/platform/mongo/next-version.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { OwnerStatusChange } from "../domain/owner-status.ts";
import { type CreatorProfileDoc, creatorProfiles, type UserFacts } from "./creator-profile.model.ts";
import { dmPackages } from "./dm-package.store.ts";

/** Fields that the creator edits. */
export type ProfileFields = Partial<
  Pick<
    CreatorProfileDoc,
    "dmActive" | "dmType" | "acceptedDmSince" | "headline" | "contentCategories" | "minTimeoutHours" | "maxTimeoutHours" | "autoReplyText"
  >
>;

/** Profiles of creators. Their vacation, level and identity check have stores of their own. */
interface ProfileWithPrice {
  readonly profile: CreatorProfileDoc;
  readonly price: Money | null;
}

export interface CreatorProfileStore {
  find(creatorId: string, tx?: Tx): Promise<CreatorProfileDoc | null>;
  findByUser(userId: string, tx?: Tx): Promise<CreatorProfileDoc | null>;
  /** With the current package price in minor units; null without a package. One command. */
  findWithPrice(userId: string): Promise<ProfileWithPrice | null>;
  /** In no particular order; unknown ids are left out. */
  findByIds(creatorIds: readonly string[]): Promise<CreatorProfileDoc[]>;
  /** Ids of all creators in their order, after the given one. */
  listIds(after: string, limit: number): Promise<string[]>;
  /** The creator whose current username this is. */
  findByUsername(username: string): Promise<CreatorProfileDoc | null>;
  /** False when the user already has a profile. */
  insert(tx: Tx, profile: CreatorProfileDoc): Promise<boolean>;
  /** Returns the updated profile; null when there is none with that id. Conflicts with every concurrent update, as `touch` does. */
  update(tx: Tx, creatorId: string, fields: ProfileFields, at: Date): Promise<CreatorProfileDoc | null>;
  /** Marks the profile as updated because one of its parts has changed. */
  touch(tx: Tx, creatorId: string, at: Date): Promise<void>;
  /** Sets the status if status and vacation mode are still those of `before`. Returns the new version; null when they are not. */
  updateStatus(tx: Tx, before: CreatorProfileDoc, to: CreatorStatus, at: Date): Promise<number | null>;
  /** Stores newer facts about the user and ignores older ones. Returns the profile before; null when nothing was stored. */
  applyUserFacts(tx: Tx, userId: string, facts: UserFacts): Promise<CreatorProfileDoc | null>;
  /** Applies a change that follows from the status of the owner's account. Returns the new version. */
  applyOwnerStatus(tx: Tx, creatorId: string, change: OwnerStatusChange): Promise<number>;
  /** Changes the total only: `updatedAt` stays, because discovery sorts by it. */
  addFollowers(tx: Tx, creatorId: string, by: 1 | -1): Promise<void>;
  /** Changes the total only: `updatedAt` stays. Without effect when the user is no creator. */
  addMessages(tx: Tx, userIds: readonly string[]): Promise<void>;
}

type ProfileWithOffers = CreatorProfileDoc & { readonly offers: readonly { readonly price: number | bigint }[] };

const ACTIVE_PRICE = [{ $match: { active: true } }, { $project: { price: 1 } }];

function withPrice({ offers: [offer], ...profile }: ProfileWithOffers): ProfileWithPrice {
  return { profile, price: offer ? BigInt(offer.price) : null };
}

export function creatorProfileStore(database: Collections): CreatorProfileStore {
  const profiles = database.collection(creatorProfiles);
  /** Returns the updated profile. */
  const update = (tx: Tx, filter: Filter<CreatorProfileDoc>, fields: Partial<CreatorProfileDoc>) =>
    profiles.findOneAndUpdate(filter, { $set: fields, ...NEXT_VERSION }, { tx, returnDocument: "after" });
  return {
    find: (_id, tx) => profiles.findOne({ _id }, { tx }),
    findByUser: (userId, tx) => profiles.findOne({ userId }, { tx }),
    findByIds: (ids) => profiles.find({ _id: { $in: ids } }, { limit: Math.max(1, ids.length) }),
    async listIds(after, limit) {
      const rows = await profiles.find<{ _id: string }>({ _id: { $gt: after } }, { projection: { _id: 1 }, sort: { _id: 1 }, limit });
      return rows.map(({ _id }) => _id);
    },
    findByUsername: (username) => profiles.findOne({ username }, { sort: { userFactsAt: -1 } }),
    async insert(tx, profile) {
      try {
        await profiles.insert(profile, { tx });
        return true;
      } catch (error) {
        if (isDuplicateKey(error, "userId")) return false;
        throw error;
      }
    },
    update: (tx, _id, fields, updatedAt) => update(tx, { _id }, { ...fields, updatedAt }),
    async touch(tx, _id, updatedAt) {
      await update(tx, { _id }, { updatedAt });
    },
    async updateStatus(tx, { _id, creatorStatus, vacationMode }, to, updatedAt) {
      // Clears the remembered status: a cancelled deletion must not undo the decision of an administrator.
      const fields = { creatorStatus: to, statusBeforeDeletion: null, updatedAt };
      return (await update(tx, { _id, creatorStatus, vacationMode }, fields))?.version ?? null;
    },
    applyUserFacts: (tx, userId, facts) =>
      profiles.findOneAndUpdate({ userId, userVersion: { $lt: facts.userVersion } }, { $set: facts }, { tx }),
    async applyOwnerStatus(tx, _id, { to, statusBeforeDeletion }) {
      const updated = await update(tx, { _id }, { creatorStatus: to, statusBeforeDeletion });
      if (!updated) throw new Error(`creator profile ${_id} disappeared during a transaction`);
      return updated.version;
    },
    async addFollowers(tx, _id, by) {
      await profiles.updateOne({ _id }, { $inc: { totalFollowers: by } }, { tx });
    },
    findWithPrice: batchedQuery<string, ProfileWithPrice | null>("creator.findWithPrice", async (userIds) => {
      const offers = { from: dmPackages.name, localField: "_id", foreignField: "creatorId", pipeline: ACTIVE_PRICE, as: "offers" };
      const found = await profiles.aggregate<ProfileWithOffers>([{ $match: { userId: { $in: userIds } } }, { $lookup: offers }]);
      const byUser = new Map(found.map((profile) => [profile.userId, withPrice(profile)]));
      return userIds.map((userId) => byUser.get(userId) ?? null);
    }),

    async addMessages(tx, userIds) {
      const counts = new Map<string, number>();
      for (const userId of userIds) counts.set(userId, (counts.get(userId) ?? 0) + 1);
      const operations = [...counts].map(([userId, totalMessages]) => ({
        updateOne: { filter: { userId }, update: { $inc: { totalMessages } } },
      }));
      await profiles.bulkWrite(operations, { tx, trusted: true });
    },
  };
}
