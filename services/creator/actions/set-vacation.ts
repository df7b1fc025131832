import { implement } from "#libs/contract-kit/implement.ts";
import { creatorVacation, setVacation } from "#libs/contracts/creator.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { CreatorProfile } from "../data/creator-profile.model.ts";
import { decidedAnew } from "../decided-anew.ts";
import type { Deps } from "../deps.ts";
import { hasInvalidRange, type VacationWish, vacationAfter } from "../domain/vacation.ts";
import { ownProfile } from "../own-profile.ts";
import { vacationNotice, vacationOf } from "../vacation-notice.ts";

/** PATCH /creators/{creatorId}/vacation (spec 4.2, table 3.1) */
export const setVacationAction = (deps: Deps) =>
  implement(setVacation, async ({ params, caller, requestId }) => {
    await decidedAnew(async () => {
      const profile = await ownProfile(deps.profiles, caller.userId, params.creatorId);
      if (hasInvalidRange(params)) throw new AppError("creator.vacation.invalid_date_range");
      return writeVacation(deps, profile, params, requestId);
    });
  });

/** One update, conditional on the status it was decided on; false when the status has changed meanwhile. */
function writeVacation(
  deps: Deps,
  { _id, userId, creatorStatus }: CreatorProfile,
  wish: VacationWish,
  requestId: string,
): Promise<boolean> {
  const now = deps.clock.now();
  const state = vacationAfter(creatorStatus, wish, now);
  return deps.transaction(async (tx) => {
    const old = await deps.profiles.setVacation(tx, _id, creatorStatus, state, now);
    if (!old) return false;
    const details = { old: vacationOf(old), new: state };
    await deps.audit.add(tx, { actor: userId, action: "creator.setVacation", target: _id, details, requestId });
    await deps.outbox.add(tx, creatorVacation, vacationNotice(old, state), { requestId });
    return true;
  });
}
