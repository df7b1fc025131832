import type { CreatorProfile } from "./data/creator-profile.model.ts";
import type { VacationState } from "./domain/vacation.ts";

/** Payload of `creator.vacation`. */
export function vacationNotice({ _id, userId }: Pick<CreatorProfile, "_id" | "userId">, state: VacationState) {
  const { creatorStatus, vacationMode, vacationStart, vacationEnd } = state;
  return {
    creatorId: _id,
    userId,
    enabled: vacationMode,
    creatorStatus,
    vacationStart: vacationStart?.toISOString() ?? null,
    vacationEnd: vacationEnd?.toISOString() ?? null,
  };
}

/** The part of a profile that an audit line keeps. */
export function vacationOf({ creatorStatus, vacationMode, vacationStart, vacationEnd }: VacationState): VacationState {
  return { creatorStatus, vacationMode, vacationStart, vacationEnd };
}
