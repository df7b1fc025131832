import { implement } from "#libs/contract-kit/implement.ts";
import { getKyc } from "#libs/contracts/creator-kyc.ts";
import type { Deps } from "../deps.ts";
import { kycView } from "../kyc/kyc-view.ts";
import { ownProfile } from "../own-profile.ts";

/** GET /creators/{creatorId}/kyc */
export const getKycAction = ({ profiles, config }: Deps) =>
  implement(getKyc, async ({ params, caller }) =>
    kycView(await ownProfile(profiles, caller.userId, params.creatorId), config.read("creator.kyc_valid_days")),
  );
