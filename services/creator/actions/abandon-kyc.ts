import { implement } from "#libs/contract-kit/implement.ts";
import { abandonKyc } from "#libs/contracts/creator-kyc.ts";
import type { Deps } from "../deps.ts";
import { takeKycStep } from "../kyc/move-kyc.ts";
import { ownProfile } from "../own-profile.ts";

/** DELETE /creators/{creatorId}/kyc */
export const abandonKycAction = (deps: Deps) =>
  implement(abandonKyc, async ({ params, caller, requestId }) => {
    const nothing = { provider: null, reference: null, url: null };
    await takeKycStep(
      deps,
      () => ownProfile(deps.profiles, caller.userId, params.creatorId),
      () => ({ to: "NOT_STARTED", actor: caller.userId, action: "creator.abandonKyc", requestId, check: nothing }),
    );
  });
