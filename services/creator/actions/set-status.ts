import { implement } from "#libs/contract-kit/implement.ts";
import { creatorStatusChanged, setCreatorStatus } from "#libs/contracts/creator.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { CreatorProfile } from "../data/creator-profile.model.ts";
import { decidedAnew } from "../decided-anew.ts";
import type { Deps } from "../deps.ts";
import { statusAfter } from "../domain/creator-status.ts";
import { knownProfile } from "../known-profile.ts";

/** PATCH /admin/creators/{creatorId}/status */
export const setStatusAction = (deps: Deps) =>
  implement(setCreatorStatus, async ({ params, caller, requestId }) => {
    const { creatorId, creatorStatus: wanted, reason } = params;
    await decidedAnew(async () => {
      const profile = await knownProfile(deps.profiles, creatorId, caller.userId);
      const to = statusAfter(profile.creatorStatus, wanted, profile.vacationMode);
      if (!to) throw new AppError("creator.error.invalid_status");
      const author = { actor: caller.userId, reason, requestId };
      return deps.transaction((tx) => move(deps, tx, profile, to, author));
    });
  });

interface Author {
  readonly actor: string;
  readonly reason: string;
  readonly requestId: string;
}

async function move(deps: Deps, tx: Tx, profile: CreatorProfile, to: CreatorProfile["creatorStatus"], author: Author): Promise<boolean> {
  const version = await deps.profiles.moveStatus(tx, profile, to, deps.clock.now());
  if (version === null) return false;
  const { actor, reason, requestId } = author;
  const { _id: creatorId, userId, creatorStatus: from } = profile;
  await deps.audit.add(tx, { actor, action: "creator.setStatus", target: creatorId, details: { from, to, reason }, requestId });
  await deps.outbox.add(tx, creatorStatusChanged, { creatorId, version, userId, from, to }, { requestId });
  return true;
}
