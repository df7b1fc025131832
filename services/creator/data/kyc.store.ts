import type { Connection } from "mongoose";
import type { KycStatus } from "#libs/contracts/creator.ts";
import { NEXT_VERSION } from "#libs/mongo/next-version.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type CreatorProfile, creatorProfileModel, type IdentityCheck } from "./creator-profile.model.ts";

/** The identity checks, which are part of the profiles. */
export interface KycStore {
  /** Moves the status if it, and the check, still are what the move was decided on. */
  move(tx: Tx, before: CreatorProfile, to: KycStatus, check: IdentityCheck): Promise<boolean>;
  /** Creators whose approval is older than this, oldest first. */
  approvedBefore(instant: Date, limit: number): Promise<CreatorProfile[]>;
  /** Creators whose check a provider has to decide, those first that were asked about longest ago; notes that they are asked about. */
  takeInReview(now: Date, limit: number): Promise<CreatorProfile[]>;
}

export function kycStore(connection: Connection): KycStore {
  const profiles = creatorProfileModel(connection);
  return {
    async move(tx, { _id, kycStatus, kyc }, to, check) {
      const filter = { _id, kycStatus, "kyc.attempt": kyc.attempt };
      const change = { $set: { kycStatus: to, kyc: check, updatedAt: check.changedAt }, ...NEXT_VERSION };
      return (await profiles.updateOne(filter, change, { session: tx })).modifiedCount === 1;
    },
    approvedBefore: (instant, limit) =>
      profiles
        .find({ kycStatus: "APPROVED", "kyc.changedAt": { $lte: instant } })
        .sort({ "kyc.changedAt": 1 })
        .limit(limit)
        .lean<CreatorProfile[]>(),
    async takeInReview(now, limit) {
      const found = await profiles
        .find({ kycStatus: "IN_REVIEW", "kyc.reference": { $ne: null } })
        .sort({ "kyc.askedAt": 1 })
        .limit(limit)
        .lean<CreatorProfile[]>();
      const ids = found.map(({ _id }) => _id);
      await profiles.updateMany({ _id: { $in: ids }, kycStatus: "IN_REVIEW" }, { $set: { "kyc.askedAt": now } });
      return found;
    },
  };
}
