import { action } from "#libs/contract-kit/contract.ts";
import { USER_STATUSES } from "./account-terms.ts";
import { CREATOR_STATUSES, KYC_STATUSES } from "./creator.ts";

/** What the wallet asks about a creator before money leaves. */
export const getPayoutStanding = action({
  name: "creator.getPayoutStanding",
  summary: "The facts of a creator that a payout depends on, by user id; null when the user is no creator",
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
