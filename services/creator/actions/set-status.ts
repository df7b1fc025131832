import { implement } from "#libs/contract-kit/implement.ts";
import { creatorStatusChanged, setCreatorStatus } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { statusAfter } from "../domain/creator-status.ts";
import { requireProfileForAdmin } from "../profile/require-profile.ts";
import { retryOnConflict } from "../profile/retry-on-conflict.ts";

/** PATCH /admin/creators/{creatorId}/status */
export const setStatusAction = ({ profiles, clock, mutex, transaction, audit, outbox }: Deps) =>
  implement(setCreatorStatus, async ({ params, caller, requestId }) => {
    const { creatorId, creatorStatus: requested, reason } = params;
    const change = async () => {
      const profile = await requireProfileForAdmin(profiles, creatorId, caller.userId);
      const { userId, creatorStatus: from, vacationMode } = profile;
      const to = statusAfter(from, requested, vacationMode);
      if (!to) throw new AppError("creator.error.invalid_status");
      return transaction(async (tx) => {
        const version = await profiles.updateStatus(tx, profile, to, clock.now());
        if (version === null) return false;
        const line = { actor: caller.userId, action: "creator.setStatus", target: creatorId } as const;
        await audit.add(tx, { ...line, details: { from, to, reason }, requestId });
        await outbox.add(tx, creatorStatusChanged, { creatorId, version, userId, from, to });
        return true;
      });
    };
    await mutex(creatorId, () => retryOnConflict(change));
  });
