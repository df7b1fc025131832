import { Schema } from "mongoose";
import type { SocialMethod } from "#libs/contracts/creator/index.ts";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";

/** An account of a creator on another platform. */
export interface SocialAccountDoc {
  readonly _id: string;
  readonly creatorId: string;
  /** Upper case. */
  readonly platform: string;
  /** Lower case, without a leading @. */
  readonly handle: string;
  readonly url: string | null;
  readonly verified: boolean;
  readonly verifiedAt: Date | null;
  readonly method: SocialMethod | null;
  /** The owner puts it into the description of the account as a proof. */
  readonly code: string;
  readonly createdAt: Date;
}

/** Name of the index that discovery reads. */
export const VERIFIED_ON_PLATFORM = "verified_on_platform";

const schema = new Schema<SocialAccountDoc>(
  {
    _id: { type: String, required: true },
    creatorId: { type: String, required: true },
    platform: { type: String, required: true },
    handle: { type: String, required: true },
    url: { type: String, default: null },
    verified: { type: Boolean, required: true },
    verifiedAt: { type: Date, default: null },
    method: { type: String, default: null },
    code: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false },
);
schema.index({ creatorId: 1, platform: 1, handle: 1 }, { name: "once_per_creator", unique: true });
schema.index({ platform: 1, handle: 1 }, { name: "one_owner", unique: true, partialFilterExpression: { verified: true } });
schema.index({ platform: 1, verified: 1, verifiedAt: -1, _id: -1, creatorId: 1 }, { name: VERIFIED_ON_PLATFORM });

export const socialAccounts: CollectionDefinition<SocialAccountDoc> = { name: "social_accounts", schema };
