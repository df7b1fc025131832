import { implement } from "#libs/contract-kit/implement.ts";
import { getIdentityCheck } from "#libs/contracts/creator/index.ts";
import type { Deps } from "../deps.ts";
import { requireProfileForAdmin } from "../profile/require-profile.ts";
import { identityFileView } from "../views/kyc-view.ts";

/** GET /admin/creators/{creatorId}/kyc */
export const getIdentityCheckAction = (deps: Deps) =>
  implement(getIdentityCheck, async ({ params: { creatorId }, caller, requestId }) => {
    const { clock, identityForms, identityFiles, identityCipher, audit } = deps;
    const { kycStatus, kyc } = await requireProfileForAdmin(deps.profiles, creatorId, caller.userId);
    const form = await identityForms.find(creatorId);
    const files = await identityFiles.listPresent(creatorId, clock.now());
    // Before the answer: a look that could not be recorded does not happen.
    await deps.transaction((tx) =>
      audit.add(tx, { actor: caller.userId, action: "creator.getIdentityCheck", target: creatorId, requestId }),
    );
    return {
      creatorId,
      kycStatus,
      attempt: kyc.attempt,
      reasons: [...(kyc.reasons ?? [])],
      reason: kyc.reason,
      changedAt: kyc.changedAt?.toISOString() ?? null,
      values: form ? identityCipher.openForm(form) : {},
      documents: files.map(identityFileView),
    };
  });
