import { implement } from "#libs/contract-kit/implement.ts";
import { setKycStatus } from "#libs/contracts/creator/index.ts";
import type { Deps } from "../deps.ts";
import { readAndMoveKyc } from "../kyc/move-kyc.ts";
import { requireProfileForAdmin } from "../profile/require-profile.ts";

/** PATCH /admin/creators/{creatorId}/kyc: an admin may make the same transitions as creator and provider. */
export const setKycStatusAction = (deps: Deps) =>
  implement(setKycStatus, async ({ params, caller, requestId }) => {
    const { creatorId, kycStatus: to, reasons, reason } = params;
    await readAndMoveKyc(
      deps,
      () => requireProfileForAdmin(deps.profiles, creatorId, caller.userId),
      ({ kyc }) => {
        // A check that an admin starts has no provider: an admin decides it.
        const check = to === "IN_PROGRESS" ? { attempt: kyc.attempt + 1, provider: null, reference: null, url: null } : {};
        return { to, actor: caller.userId, action: "creator.setKycStatus", reasons, reason, requestId, check };
      },
    );
  });
