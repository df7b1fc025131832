import { type Connection, type Model, Schema } from "mongoose";
import type { UserStatus } from "#libs/contracts/account.ts";
import type { CreatorLevel, CreatorStatus, DmType, KycStatus } from "#libs/contracts/creator.ts";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { VacationState } from "../domain/vacation.ts";

/** Local copy of what the account service owns, fed by its events. */
export interface UserFacts {
  readonly username: string | null;
  readonly displayName: string | null;
  readonly avatarUrl: string | null;
  readonly userStatus: UserStatus;
  /** The version of the user of whom this was true. */
  readonly userVersion: number;
  /** The instant from which this was true. */
  readonly userFactsAt: Date;
}

/** The identity check of a creator; its status is the profile's `kycStatus`. */
export interface IdentityCheck {
  /** How often a check was begun; with the creator's id it is the name of the check. */
  readonly attempt: number;
  /** Which provider has it; null when the staff does it alone. */
  readonly provider: string | null;
  /** The provider's own name of the check. */
  readonly reference: string | null;
  /** Where documents are shown. */
  readonly url: string | null;
  readonly reason: string | null;
  /** Of the last change of the status. */
  readonly changedAt: Date | null;
  /** When the provider was asked last. */
  readonly askedAt: Date | null;
}

/** Spec 2.2. */
export interface CreatorProfile extends VacationState, UserFacts {
  /** Where to return to when the owner takes the deletion of the account back; null when there is no such deletion. */
  readonly statusBeforeDeletion?: CreatorStatus | null;
  readonly _id: string;
  /** How often creator or staff changed it, and what belongs to it. */
  readonly version: number;
  readonly userId: string;
  readonly bioPageId: string;
  readonly level: CreatorLevel;
  /** Only an admin changes a pinned level. */
  readonly levelPinned: boolean;
  readonly levelLoweredAt: Date | null;
  /** UTC day of the last review of level and statistics. */
  readonly reviewedOn: string;
  readonly kycStatus: KycStatus;
  readonly kyc: IdentityCheck;
  readonly dmActive: boolean;
  readonly dmType: DmType;
  readonly headline: string | null;
  readonly minTimeoutHours: number | null;
  readonly maxTimeoutHours: number | null;
  readonly autoReplyText: string | null;
  /** Since when `dmActive` has been true without a break. */
  readonly acceptedDmSince: Date | null;
  /** Lower case. */
  readonly contentCategories: readonly string[];
  /** Answered part of the messages of 90 days that came to an end; null when none did. */
  readonly replyRate: number | null;
  readonly medianReplySeconds: number | null;
  readonly totalFollowers: number;
  readonly totalMessages: number;
  readonly avgRating: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const text = { type: String, required: true } as const;
const optionalText = { type: String, default: null } as const;
const date = { type: Date, required: true } as const;
const optionalDate = { type: Date, default: null } as const;

const identityCheck = new Schema<IdentityCheck>(
  {
    attempt: { type: Number, required: true },
    provider: optionalText,
    reference: optionalText,
    url: optionalText,
    reason: optionalText,
    changedAt: optionalDate,
    askedAt: optionalDate,
  },
  { _id: false },
);

const schema = new Schema<CreatorProfile>(
  {
    _id: text,
    version: { type: Number, required: true },
    userId: text,
    bioPageId: text,
    level: text,
    levelPinned: { type: Boolean, required: true },
    levelLoweredAt: optionalDate,
    reviewedOn: text,
    kycStatus: text,
    kyc: { type: identityCheck, required: true },
    creatorStatus: text,
    statusBeforeDeletion: optionalText,
    vacationMode: { type: Boolean, required: true },
    vacationStart: optionalDate,
    vacationEnd: optionalDate,
    dmActive: { type: Boolean, required: true },
    dmType: text,
    headline: optionalText,
    minTimeoutHours: { type: Number, default: null },
    maxTimeoutHours: { type: Number, default: null },
    autoReplyText: optionalText,
    acceptedDmSince: optionalDate,
    contentCategories: { type: [String], default: [] },
    replyRate: { type: Number, default: null },
    medianReplySeconds: { type: Number, default: null },
    totalFollowers: { type: Number, required: true },
    totalMessages: { type: Number, required: true },
    avgRating: { type: Number, required: true },
    username: optionalText,
    displayName: optionalText,
    avatarUrl: optionalText,
    userStatus: text,
    userVersion: { type: Number, required: true },
    userFactsAt: date,
    createdAt: date,
    updatedAt: date,
  },
  { versionKey: false },
);
schema.index({ userId: 1 }, { unique: true });
// Not unique: names are unique where they are owned, copies of two of them may cross.
schema.index({ username: 1 });
schema.index({ creatorStatus: 1, vacationEnd: 1 });
schema.index({ kycStatus: 1, "kyc.changedAt": 1 });
schema.index({ reviewedOn: 1, _id: 1 });

export function creatorProfileModel(connection: Connection): Model<CreatorProfile> {
  return modelOf(connection, "creator_profiles", schema);
}
