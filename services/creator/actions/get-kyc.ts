import { implement } from "#libs/contract-kit/implement.ts";
import { getKyc } from "#libs/contracts/creator/index.ts";
import type { Deps } from "../deps.ts";
import { requireOwnProfile } from "../profile/require-profile.ts";
import { kycView } from "../views/kyc-view.ts";

/** GET /creators/{creatorId}/kyc */
export const getKycAction = ({ profiles, config }: Pick<Deps, "profiles" | "config">) =>
  implement(getKyc, async ({ params, caller }) =>
    kycView(await requireOwnProfile(profiles, caller.userId, params.creatorId), config.read("creator.kyc_valid_days")),
  );
