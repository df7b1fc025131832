import { type Connection, type Model, Schema } from "mongoose";
import type { SocialMethod } from "#libs/contracts/creator-socials.ts";
import { modelOf } from "#libs/mongo/model-of.ts";

/** An account of a creator on another platform. */
export interface SocialAccount {
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
  /** What its owner puts into the account's own description to prove that it is his. */
  readonly code: string;
  readonly createdAt: Date;
}

/** The index that discovery reads. */
export const VERIFIED_ON_PLATFORM = "verified_on_platform";

const schema = new Schema<SocialAccount>(
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

export function socialAccountModel(connection: Connection): Model<SocialAccount> {
  return modelOf(connection, "social_accounts", schema);
}
