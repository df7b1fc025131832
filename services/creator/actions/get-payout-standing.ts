import { implement } from "#libs/contract-kit/implement.ts";
import { getPayoutStanding } from "#libs/contracts/creator-standing.ts";
import type { Deps } from "../deps.ts";

/** Internal: what a payout depends on, as it is now. */
export const getPayoutStandingAction = ({ profiles }: Pick<Deps, "profiles">) =>
  implement(getPayoutStanding, async ({ params }) => {
    const profile = await profiles.byUserId(params.userId);
    return profile && { creatorId: profile._id, kycStatus: profile.kycStatus, creatorStatus: profile.creatorStatus };
  });
