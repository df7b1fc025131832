import { implement } from "#libs/contract-kit/implement.ts";
import { setKycStatus } from "#libs/contracts/creator-kyc.ts";
import type { Deps } from "../deps.ts";
import { knownProfile } from "../known-profile.ts";
import { takeKycStep } from "../kyc/move-kyc.ts";

/** PATCH /admin/creators/{creatorId}/kyc: along the edges, as everybody. */
export const setKycStatusAction = (deps: Deps) =>
  implement(setKycStatus, async ({ params, caller, requestId }) => {
    const { creatorId, kycStatus: to, reason } = params;
    await takeKycStep(
      deps,
      () => knownProfile(deps.profiles, creatorId, caller.userId),
      ({ kyc }) => {
        // A check that an admin begins has no provider: the staff decides it.
        const begun = to === "IN_PROGRESS" ? { attempt: kyc.attempt + 1, provider: null, reference: null, url: null } : {};
        return { to, actor: caller.userId, action: "creator.setKycStatus", reason, requestId, check: begun };
      },
    );
  });
