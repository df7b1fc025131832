import { implement } from "#libs/contract-kit/implement.ts";
import { getKyc } from "#libs/contracts/creator/index.ts";
import type { Deps } from "../deps.ts";
import { requireOwnProfile } from "../profile/require-profile.ts";
import { ownCheck } from "../views/kyc-view.ts";

/** GET /creators/{creatorId}/kyc */
export const getKycAction = (deps: Deps) =>
  implement(getKyc, async ({ params, caller }) => ownCheck(deps, await requireOwnProfile(deps.profiles, caller.userId, params.creatorId)));
