import type { CreatorStatus } from "#libs/contracts/creator/index.ts";

/** Statuses that an admin sets; VACATION is set by the creator only. */
export type AdminStatus = Exclude<CreatorStatus, "VACATION">;

/** For each status that an admin sets: the statuses from which a creator may get it. */
const TRANSITIONS: Readonly<Record<AdminStatus, readonly CreatorStatus[]>> = {
  ACTIVE: ["SUSPENDED"],
  SUSPENDED: ["ACTIVE", "VACATION"],
  BANNED: ["ACTIVE", "VACATION", "SUSPENDED", "DEACTIVATED"],
  DEACTIVATED: ["ACTIVE", "VACATION", "SUSPENDED", "BANNED"],
};

/** The status after an admin has requested one; null when the transition is not allowed. A suspended creator on vacation returns to VACATION. */
export function statusAfter(from: CreatorStatus, requested: AdminStatus, vacationMode: boolean): CreatorStatus | null {
  if (!TRANSITIONS[requested].includes(from)) return null;
  return requested === "ACTIVE" && vacationMode ? "VACATION" : requested;
}
