import { ADMIN_STATUSES, type AdminStatus, type CreatorStatus } from "#libs/contracts/creator/index.ts";

/** For each status that an admin sets: the statuses from which a creator may get it. */
const TRANSITIONS: Readonly<Record<AdminStatus, readonly CreatorStatus[]>> = {
  ACTIVE: ["SUSPENDED"],
  SUSPENDED: ["ACTIVE", "VACATION"],
  BANNED: ["ACTIVE", "VACATION", "SUSPENDED", "DEACTIVATED"],
  DEACTIVATED: ["ACTIVE", "VACATION", "SUSPENDED", "BANNED"],
};

/** The statuses that an admin may set. */
export function statusesAfter(from: CreatorStatus): AdminStatus[] {
  return ADMIN_STATUSES.filter((requested) => TRANSITIONS[requested].includes(from));
}

/** The status after an admin has requested one; null when the transition is not allowed. A suspended creator on vacation returns to VACATION. */
export function statusAfter(from: CreatorStatus, requested: AdminStatus, vacationMode: boolean): CreatorStatus | null {
  if (!TRANSITIONS[requested].includes(from)) return null;
  return requested === "ACTIVE" && vacationMode ? "VACATION" : requested;
}
