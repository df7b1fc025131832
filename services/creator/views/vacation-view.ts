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

/** Payload of `creator.vacation`. */
export function vacationPayload({ _id, userId }: Pick<CreatorProfileDoc, "_id" | "userId">, state: VacationState) {
  const { vacationMode: enabled, ...vacation } = vacationView(state);
  return { creatorId: _id, userId, enabled, ...vacation };
}
