import type { UserStatus } from "#libs/contracts/account/index.ts";
import type { CreatorLevel, CreatorStatus, DmType, KycReason, KycStatus } from "#libs/contracts/creator/index.ts";
import { boolean, type DocumentOf, date, list, nullable, number, object, of, optional, text } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { answersFields } from "../domain/statistics.ts";
import { vacationDayField, vacationStateFields } from "../domain/vacation.ts";

const userFactsFields = {
  username: nullable(text),
  displayName: nullable(text),
  avatarUrl: nullable(text),
  userStatus: of<UserStatus>(),
  /** Version of the user at that time. */
  userVersion: number,
  /** Time from which the facts are valid. */
  userFactsAt: date,
};

/** Copy of facts that the account service owns; `user.changed` keeps it up to date. */
export interface UserFacts extends DocumentOf<typeof userFactsFields> {}

/** The identity check of a creator; the profile's `kycStatus` is its status. */
export interface IdentityCheck extends DocumentOf<typeof identityCheck> {}

/** A creator (spec 2.2). */
export interface CreatorProfileDoc extends DocumentIn<typeof creatorProfiles> {}

const identityCheck = {
  /** Number of checks that were started. Creator id and attempt identify a check. */
  attempt: number,
  /** Name of the provider that runs the check; null when an admin decides it. */
  provider: nullable(text),
  /** Id of the check at the provider. */
  reference: nullable(text),
  /** Page of the provider where the creator shows documents. */
  url: nullable(text),
  /** Why it was rejected, or needs a resubmission. */
  reasons: optional(list(of<KycReason>())),
  /** The same in the words of the staff. */
  reason: nullable(text),
  /** Time of the last change of status. */
  changedAt: nullable(date),
  /** When the provider was polled last. */
  askedAt: nullable(date),
};

export const creatorProfiles = defineCollection({
  name: "creator_profiles",
  fields: {
    /** Status to restore when the owner cancels the deletion of the account; null when no deletion is open. */
    statusBeforeDeletion: nullable(of<CreatorStatus>()),
    _id: text,
    /** Number of changes by creator or admins to the profile and its parts. */
    version: number,
    userId: text,
    bioPageId: text,
    level: of<CreatorLevel>(),
    /** Only an admin changes a pinned level. */
    levelPinned: boolean,
    levelLoweredAt: nullable(date),
    /** UTC day of the last review of level and statistics. */
    reviewedOn: text,
    kycStatus: of<KycStatus>(),
    kyc: object(identityCheck),
    dmActive: boolean,
    dmType: of<DmType>(),
    headline: nullable(text),
    minTimeoutHours: nullable(number),
    maxTimeoutHours: nullable(number),
    autoReplyText: nullable(text),
    /** Start of the current period in which `dmActive` is true; null while it is false. */
    acceptedDmSince: nullable(date),
    /** Lower case. */
    contentCategories: list(text),
    /** Answered messages of 90 days divided by all that were answered, declined or expired, 0-1; null when there are none. */
    replyRate: nullable(number),
    medianReplySeconds: nullable(number),
    /** Null while too few messages have ended; old profiles have none until their next review. */
    answers: optional(nullable(object(answersFields))),
    totalFollowers: number,
    totalMessages: number,
    avgRating: number,
    createdAt: date,
    updatedAt: date,
    ...vacationStateFields,
    ...vacationDayField,
    ...userFactsFields,
  },
  indexes: [
    { key: { userId: 1 }, unique: true },
    // Not unique: when two users swap names, their copies may have the same name for a moment.
    { name: "by_username", key: { username: 1, _id: 1 } },
    { name: "vacations", key: { creatorStatus: 1, vacationEnd: 1 } },
    { name: "newest_of_status", key: { creatorStatus: 1, _id: -1 } },
    { name: "newest_of_level", key: { level: 1, _id: -1 } },
    { name: "newest_of_kyc_status", key: { kycStatus: 1, _id: -1 } },
    { name: "by_kyc_change", key: { "kyc.changedAt": 1, _id: 1 } },
    { name: "by_kyc_status", key: { kycStatus: 1, "kyc.changedAt": 1, _id: 1 } },
    { key: { reviewedOn: 1, _id: 1 } },
    { name: "most_followed", key: { userStatus: 1, totalFollowers: -1, _id: -1 } },
  ],
  unknownFields: "drop",
});
