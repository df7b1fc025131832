import { implement } from "#libs/contract-kit/implement.ts";
import { getPayoutStanding } from "#libs/contracts/creator-standing.ts";
import type { Deps } from "../deps.ts";

/** Internal: what a payout depends on, as it is now. A ban does not hide behind the deletion of the account. */
export const getPayoutStandingAction = ({ profiles }: Pick<Deps, "profiles">) =>
  implement(getPayoutStanding, async ({ params }) => {
    const profile = await profiles.byUserId(params.userId);
    if (!profile) return null;
    const { _id: creatorId, kycStatus, creatorStatus, statusBeforeDeletion, userStatus } = profile;
    return { creatorId, kycStatus, creatorStatus: statusBeforeDeletion ?? creatorStatus, userStatus };
  });
