import { implement } from "#libs/contract-kit/implement.ts";
import { getPayoutStanding } from "#libs/contracts/creator/index.ts";
import type { Deps } from "../deps.ts";

/**
 * Internal: the statuses that a payout depends on. While the account is being deleted, `creatorStatus` is the status before the deletion: a
 * banned creator stays banned.
 */
export const getPayoutStandingAction = ({ profiles }: Pick<Deps, "profiles">) =>
  implement(getPayoutStanding, async ({ params }) => {
    const profile = await profiles.findByUser(params.userId);
    if (!profile) return null;
    const { _id: creatorId, kycStatus, creatorStatus, statusBeforeDeletion, userStatus } = profile;
    return { creatorId, kycStatus, creatorStatus: statusBeforeDeletion ?? creatorStatus, userStatus };
  });
