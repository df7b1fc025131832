import { implement } from "#libs/contract-kit/implement.ts";
import { submitKyc } from "#libs/contracts/creator/index.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import type { Deps } from "../deps.ts";
import { readAndMoveKyc } from "../kyc/move-kyc.ts";
import { pollCheck } from "../kyc/poll-checks.ts";
import { requireOwnProfile } from "../profile/require-profile.ts";
import { kycView } from "../views/kyc-view.ts";

/** POST /creators/{creatorId}/kyc/submit: polls the provider once; a job polls until the check is decided. */
export const submitKycAction = (deps: Deps) =>
  implement(submitKyc, async ({ params, caller, requestId }) => {
    const read = () => requireOwnProfile(deps.profiles, caller.userId, params.creatorId);
    await readAndMoveKyc(deps, read, () => ({ to: "IN_REVIEW", actor: caller.userId, action: "creator.submitKyc", requestId }));
    const submitted = await read();
    await bestEffort(deps.logger, "poll a submitted identity check", async () => {
      if (submitted.kycStatus === "IN_REVIEW") await pollCheck(deps, submitted);
    });
    return kycView(await read(), deps.config.read("creator.kyc_valid_days"));
  });
