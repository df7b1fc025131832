import type { CreatorStatus } from "#libs/contracts/creator.ts";

/** What an admin may ask for; VACATION is the creator's own. */
export type AdminStatus = Exclude<CreatorStatus, "VACATION">;

/** From which statuses an admin may move a creator to each. */
const STATUS_EDGES: Readonly<Record<AdminStatus, readonly CreatorStatus[]>> = {
  ACTIVE: ["SUSPENDED"],
  SUSPENDED: ["ACTIVE", "VACATION"],
  BANNED: ["ACTIVE", "VACATION", "SUSPENDED", "DEACTIVATED"],
  DEACTIVATED: ["ACTIVE", "VACATION", "SUSPENDED", "BANNED"],
};

/** Where the move ends, or null when there is no such edge. Leaving SUSPENDED returns to a vacation that was on. */
export function statusAfter(from: CreatorStatus, wanted: AdminStatus, vacationMode: boolean): CreatorStatus | null {
  if (!STATUS_EDGES[wanted].includes(from)) return null;
  return wanted === "ACTIVE" && vacationMode ? "VACATION" : wanted;
}
