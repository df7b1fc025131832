import { implement } from "#libs/contract-kit/implement.ts";
import { abandonKyc } from "#libs/contracts/creator/index.ts";
import type { Deps } from "../deps.ts";
import { readAndMoveKyc } from "../kyc/move-kyc.ts";
import { requireOwnProfile } from "../profile/require-profile.ts";

/** DELETE /creators/{creatorId}/kyc */
export const abandonKycAction = (deps: Deps) =>
  implement(abandonKyc, async ({ params, caller, requestId }) => {
    const check = { provider: null, reference: null, url: null };
    await readAndMoveKyc(
      deps,
      () => requireOwnProfile(deps.profiles, caller.userId, params.creatorId),
      () => ({ to: "NOT_STARTED", actor: caller.userId, action: "creator.abandonKyc", requestId, check }),
    );
  });
