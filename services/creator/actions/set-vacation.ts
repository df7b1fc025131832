import { implement } from "#libs/contract-kit/implement.ts";
import { creatorVacation, setVacation } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { CreatorProfileDoc } from "../data/creator-profile.model.ts";
import type { Deps } from "../deps.ts";
import { hasInvalidDateRange, instantOf, type VacationRequest, vacationAfter, vacationOf } from "../domain/vacation.ts";
import { requireOwnProfile } from "../profile/require-profile.ts";
import { retryOnConflict } from "../profile/retry-on-conflict.ts";
import { endVacationIfDue } from "../vacation/end-due-vacations.ts";
import { vacationPayload } from "../views/vacation-view.ts";

/** PATCH /creators/{creatorId}/vacation (spec 4.2, table 3.1). A vacation whose end has passed already ends at once. */
export const setVacationAction = (deps: Deps) =>
  implement(setVacation, async ({ params, caller, requestId }) => {
    const change = async () => {
      const profile = await requireOwnProfile(deps.profiles, caller.userId, params.creatorId);
      if (hasInvalidDateRange(params)) throw new AppError("creator.vacation.invalid_date_range");
      return updateVacation(deps, profile, params, requestId);
    };
    await deps.mutex(params.creatorId, async () => {
      await retryOnConflict(change);
      const now = deps.clock.now();
      const isOver = params.enabled && params.endDate !== undefined && instantOf(params.endDate) <= now;
      if (isOver && deps.config.read("creator.vacation_auto_end")) await endVacationIfDue(deps, params.creatorId, now);
    });
  });

/** False when the status has changed since the profile was read. */
function updateVacation(
  { clock, transaction, vacations, audit, outbox }: Deps,
  { _id: creatorId, userId, creatorStatus }: CreatorProfileDoc,
  request: VacationRequest,
  requestId: string,
): Promise<boolean> {
  const now = clock.now();
  const after = vacationAfter(creatorStatus, request, now);
  return transaction(async (tx) => {
    const before = await vacations.update(tx, creatorId, creatorStatus, after, now);
    if (!before) return false;
    const details = { old: vacationOf(before), new: vacationOf(after) };
    await audit.add(tx, { actor: userId, action: "creator.setVacation", target: creatorId, details, requestId });
    await outbox.add(tx, creatorVacation, vacationPayload(before, after, now));
    return true;
  });
}
