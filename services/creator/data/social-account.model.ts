import type { SocialMethod } from "#libs/contracts/creator/index.ts";
import { boolean, date, nullable, of, text } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";

/** An account of a creator on another platform. */
export interface SocialAccountDoc extends DocumentIn<typeof socialAccounts> {}

/** Name of the index that discovery reads. */
export const VERIFIED_ON_PLATFORM = "verified_on_platform";

export const socialAccounts = defineCollection({
  name: "social_accounts",
  fields: {
    _id: text,
    creatorId: text,
    /** Upper case. */
    platform: text,
    /** Lower case, without a leading @. */
    handle: text,
    url: nullable(text),
    verified: boolean,
    verifiedAt: nullable(date),
    method: nullable(of<SocialMethod>()),
    /** The owner puts it into the description of the account as a proof. */
    code: text,
    createdAt: date,
  },
  indexes: [
    { name: "once_per_creator", key: { creatorId: 1, platform: 1, handle: 1 }, unique: true },
    { name: "one_owner", key: { platform: 1, handle: 1 }, unique: true, partialFilterExpression: { verified: true } },
    { name: VERIFIED_ON_PLATFORM, key: { platform: 1, verified: 1, verifiedAt: -1, _id: -1, creatorId: 1 } },
  ],
  unknownFields: "drop",
});
