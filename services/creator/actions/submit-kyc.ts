import { implement } from "#libs/contract-kit/implement.ts";
import { submitKyc } from "#libs/contracts/creator-kyc.ts";
import { bestEffort } from "#libs/log/best-effort.ts";
import type { Deps } from "../deps.ts";
import { followCheck } from "../kyc/follow-checks.ts";
import { kycView } from "../kyc/kyc-view.ts";
import { takeKycStep } from "../kyc/move-kyc.ts";
import { ownProfile } from "../own-profile.ts";

/** POST /creators/{creatorId}/kyc/submit: what the provider has not decided yet is asked for by a job. */
export const submitKycAction = (deps: Deps) =>
  implement(submitKyc, async ({ params, caller, requestId }) => {
    const read = () => ownProfile(deps.profiles, caller.userId, params.creatorId);
    await takeKycStep(deps, read, () => ({ to: "IN_REVIEW", actor: caller.userId, action: "creator.submitKyc", requestId }));
    const submitted = await read();
    await bestEffort(deps.logger, "ask about a submitted identity check", async () => {
      if (submitted.kycStatus === "IN_REVIEW") await followCheck(deps, submitted);
    });
    return kycView(await read(), deps.config.read("creator.kyc_valid_days"));
  });
