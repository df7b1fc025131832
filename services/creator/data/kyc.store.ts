import type { KycStatus } from "#libs/contracts/creator/index.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { NEXT_VERSION } from "#libs/platform/mongo/next-version.ts";
import { type QueueState, queueState } from "#libs/platform/mongo/queue-state.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type CreatorProfileDoc, creatorProfiles, type IdentityCheck } from "./creator-profile.model.ts";

/** The identity check of each creator, which is part of the profile. */
export interface KycStore {
  /** Sets status and check if status and attempt are still those of `before`. False when they are not. */
  updateStatus(tx: Tx, before: CreatorProfileDoc, to: KycStatus, check: IdentityCheck): Promise<boolean>;
  /** Counts a change of form or files of a check that is not submitted yet. False when it is, or another one was started. */
  noteChange(tx: Tx, before: CreatorProfileDoc): Promise<boolean>;
  /** The checks that wait for a decision. */
  waiting(): Promise<QueueState>;
  /** Creators whose approval is older than an instant, oldest first. */
  listApprovedBefore(instant: Date, skip: number, limit: number): Promise<CreatorProfileDoc[]>;
  /** Creators whose check a provider has to decide, those polled longest ago first. Marks them as polled now. */
  claimInReview(now: Date, limit: number): Promise<CreatorProfileDoc[]>;
}

export function kycStore(database: Collections): KycStore {
  const profiles = database.collection(creatorProfiles);
  return {
    async updateStatus(tx, { _id, kycStatus, kyc }, to, check) {
      const filter = { _id, kycStatus, "kyc.attempt": kyc.attempt };
      const change = { $set: { kycStatus: to, kyc: check, updatedAt: check.changedAt }, ...NEXT_VERSION };
      return (await profiles.updateOne(filter, change, { tx })).modifiedCount === 1;
    },
    async noteChange(tx, { _id, kyc }) {
      const filter = { _id, kycStatus: "IN_PROGRESS" as const, "kyc.attempt": kyc.attempt };
      return (await profiles.updateOne(filter, NEXT_VERSION, { tx })).modifiedCount === 1;
    },
    waiting: () => queueState(profiles, { kycStatus: "IN_REVIEW" }, "kyc.changedAt"),
    listApprovedBefore: (instant, skip, limit) =>
      profiles.find({ kycStatus: "APPROVED", "kyc.changedAt": { $lte: instant } }, { sort: { "kyc.changedAt": 1 }, skip, limit }),
    async claimInReview(now, limit) {
      const claimed = await profiles.find(
        { kycStatus: "IN_REVIEW", "kyc.reference": { $ne: null } },
        { sort: { "kyc.askedAt": 1 }, limit },
      );
      const ids = claimed.map(({ _id }) => _id);
      await profiles.updateMany({ _id: { $in: ids }, kycStatus: "IN_REVIEW" }, { $set: { "kyc.askedAt": now } });
      return claimed;
    },
  };
}
