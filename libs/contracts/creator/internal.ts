import { action } from "#libs/contract-kit/contract.ts";
import { USER_STATUSES } from "../account/terms.ts";
import { amount, nullableText } from "../shared.ts";
import { CREATOR_LEVELS, CREATOR_STATUSES, DM_TYPES, KYC_STATUSES } from "./terms.ts";

/** For the messaging service. */
export const getDmSettings = action({
  name: "creator.getDmSettings",
  batchable: true,
  summary: "The message settings of a creator, by user id",
  params: { userId: { type: "string", max: 200 } },
  returns: {
    type: "object",
    props: {
      exists: { type: "boolean" },
      creatorId: nullableText,
      creatorStatus: { type: "enum", values: CREATOR_STATUSES, nullable: true },
      dmActive: { type: "boolean" },
      vacationMode: { type: "boolean" },
      dmType: { type: "enum", values: DM_TYPES, nullable: true },
      packagePrice: { ...amount, nullable: true },
      minTimeoutHours: { type: "number", nullable: true },
      maxTimeoutHours: { type: "number", nullable: true },
      level: { type: "enum", values: CREATOR_LEVELS, nullable: true },
    },
  },
  errors: [],
});

/** For the wallet, which checks it before a payout. */
export const getPayoutStanding = action({
  name: "creator.getPayoutStanding",
  summary: "Identity check and statuses of a creator, by user id; null when the user is no creator",
  params: { userId: { type: "string", max: 64 } },
  returns: {
    type: "object",
    nullable: true,
    props: {
      creatorId: { type: "string" },
      kycStatus: { type: "enum", values: KYC_STATUSES },
      creatorStatus: { type: "enum", values: CREATOR_STATUSES },
      userStatus: { type: "enum", values: USER_STATUSES, description: "Of the account" },
    },
  },
  errors: [],
});
