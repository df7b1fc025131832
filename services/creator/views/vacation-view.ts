import type { CreatorProfileDoc } from "../data/creator-profile.model.ts";
import type { VacationState } from "../domain/vacation.ts";

/** A vacation as its owner sees it (spec 4.2). */
export function vacationView({ creatorStatus, vacationMode, vacationStart, vacationEnd }: VacationState) {
  return {
    creatorStatus,
    vacationMode,
    vacationStart: vacationStart?.toISOString() ?? null,
    vacationEnd: vacationEnd?.toISOString() ?? null,
  };
}

/** Payload of `creator.vacation`. The profile is that before the change, which raises its version by one. */
export function vacationPayload(
  { _id, userId, version }: Pick<CreatorProfileDoc, "_id" | "userId" | "version">,
  state: VacationState,
  changedAt: Date,
) {
  const { vacationMode: enabled, ...vacation } = vacationView(state);
  return { creatorId: _id, version: version + 1, userId, enabled, ...vacation, changedAt: changedAt.toISOString() };
}
