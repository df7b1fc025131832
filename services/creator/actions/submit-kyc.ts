import { implement } from "#libs/contract-kit/implement.ts";
import { submitKyc } from "#libs/contracts/creator/index.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Deps } from "../deps.ts";
import { requireAge, requireComplete } from "../domain/identity.ts";
import { isDecidedByStaff } from "../kyc/decided-by-staff.ts";
import { readAndMoveKyc } from "../kyc/move-kyc.ts";
import { pollCheck } from "../kyc/poll-checks.ts";
import { requireOwnProfile } from "../profile/require-profile.ts";
import { ownCheck } from "../views/kyc-view.ts";

/** POST /creators/{creatorId}/kyc/submit: polls the provider once; a job polls until the check is decided. */
export const submitKycAction = (deps: Deps) =>
  implement(submitKyc, async ({ params, caller, requestId }) => {
    const read = () => requireOwnProfile(deps.profiles, caller.userId, params.creatorId);
    await readAndMoveKyc(deps, read, (before) => ({
      to: "IN_REVIEW",
      actor: caller.userId,
      action: "creator.submitKyc",
      requestId,
      ...(isDecidedByStaff(before.kyc) && { require: (tx) => requireCompleteCheck(deps, tx, before._id) }),
    }));
    const submitted = await read();
    await bestEffort(deps.logger, "poll a submitted identity check", async () => {
      if (submitted.kycStatus === "IN_REVIEW") await pollCheck(deps, submitted);
    });
    return ownCheck(deps, await read());
  });

async function requireCompleteCheck(
  { clock, config, identityForms, identityFiles, identityCipher }: Deps,
  tx: Tx,
  creatorId: string,
): Promise<void> {
  const now = clock.now();
  const form = await identityForms.find(creatorId, tx);
  const values = form ? identityCipher.openForm(form) : {};
  const files = await identityFiles.listPresent(creatorId, now, tx);
  requireComplete(
    values,
    files.map(({ kind }) => kind),
  );
  if (values.birthDate !== undefined) requireAge(values.birthDate, config.read("creator.min_age"), now);
}
