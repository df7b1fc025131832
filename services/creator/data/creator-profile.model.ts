import { Schema } from "mongoose";
import type { UserStatus } from "#libs/contracts/account/index.ts";
import type { CreatorLevel, CreatorStatus, DmType, KycStatus } from "#libs/contracts/creator/index.ts";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";
import type { VacationState } from "../domain/vacation.ts";

/** Copy of facts that the account service owns; `user.changed` keeps it up to date. */
export interface UserFacts {
  readonly username: string | null;
  readonly displayName: string | null;
  readonly avatarUrl: string | null;
  readonly userStatus: UserStatus;
  /** Version of the user at that time. */
  readonly userVersion: number;
  /** Time from which the facts are true. */
  readonly userFactsAt: Date;
}

/** The identity check of a creator; the profile's `kycStatus` is its status. */
export interface IdentityCheck {
  /** Number of checks that were started. Creator id and attempt identify a check. */
  readonly attempt: number;
  /** Name of the provider that runs the check; null when an admin decides it. */
  readonly provider: string | null;
  /** Id of the check at the provider. */
  readonly reference: string | null;
  /** Page of the provider where the creator shows documents. */
  readonly url: string | null;
  readonly reason: string | null;
  /** Time of the last change of status. */
  readonly changedAt: Date | null;
  /** When the provider was polled last. */
  readonly askedAt: Date | null;
}

/** A creator (spec 2.2). */
export interface CreatorProfileDoc extends VacationState, UserFacts {
  /** Status to restore when the owner cancels the deletion of the account; null when no deletion is open. */
  readonly statusBeforeDeletion?: CreatorStatus | null;
  readonly _id: string;
  /** Number of changes by creator or admins to the profile and what belongs to it. */
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
  /** Start of the current period in which `dmActive` is true; null while it is false. */
  readonly acceptedDmSince: Date | null;
  /** Lower case. */
  readonly contentCategories: readonly string[];
  /** Answered messages of 90 days divided by all that were answered, declined or expired, 0-1; null when there are none. */
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

const schema = new Schema<CreatorProfileDoc>(
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
// Not unique: when two users swap names, their copies may have the same name for a moment.
schema.index({ username: 1 });
schema.index({ creatorStatus: 1, vacationEnd: 1 });
schema.index({ kycStatus: 1, "kyc.changedAt": 1 });
schema.index({ reviewedOn: 1, _id: 1 });
schema.index({ userStatus: 1, totalFollowers: -1, _id: -1 }, { name: "most_followed" });

export const creatorProfiles: CollectionDefinition<CreatorProfileDoc> = { name: "creator_profiles", schema };
