import { AppError } from "#libs/errors/app-error.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { CreatorProfileDoc } from "../data/creator-profile.model.ts";
import type { Deps } from "../deps.ts";
import { requireOwnProfile } from "../profile/require-profile.ts";
import { takesForm } from "./decided-by-staff.ts";

interface Owner {
  readonly userId: string;
  readonly creatorId: string;
}

/** The caller's profile, while its check takes form and files. Throws creator.kyc.invalid_status otherwise. */
export async function requireOpenCheck({ profiles }: Pick<Deps, "profiles">, { userId, creatorId }: Owner): Promise<CreatorProfileDoc> {
  const profile = await requireOwnProfile(profiles, userId, creatorId);
  if (!takesForm(profile)) throw new AppError("creator.kyc.invalid_status");
  return profile;
}

/**
 * Changes form or files of a check while it is open. The change also writes the profile, so it conflicts with a submission that runs at the
 * same time: what is submitted is what was complete.
 */
export async function changeOpenCheck(
  deps: Pick<Deps, "profiles" | "kycChecks" | "transaction">,
  owner: Owner,
  change: (tx: Tx) => Promise<void>,
): Promise<void> {
  const profile = await requireOpenCheck(deps, owner);
  await deps.transaction(async (tx) => {
    if (!(await deps.kycChecks.noteChange(tx, profile))) throw new AppError("creator.kyc.invalid_status");
    await change(tx);
  });
}
