import type { UserStatus } from "#libs/contracts/account/terms.ts";
import type { CreatorStatus } from "#libs/contracts/creator/index.ts";

interface OwnedCreator {
  readonly creatorStatus: CreatorStatus;
  readonly vacationMode: boolean;
  /** Status at the time when the owner requested the deletion of the account; null when no such deletion is open. */
  readonly statusBeforeDeletion: CreatorStatus | null;
}

/** A change of a creator's status that follows from the status of the owner's account. */
export interface OwnerStatusChange {
  readonly to: CreatorStatus;
  /** To be restored when the owner cancels the deletion. */
  readonly statusBeforeDeletion: CreatorStatus | null;
}

/**
 * The change that a new status of the owner's account causes; null when it causes none. A deletion deactivates the creator, its
 * cancellation restores the former status.
 */
export function ownerStatusChange(
  { creatorStatus, vacationMode, statusBeforeDeletion }: OwnedCreator,
  userStatus: UserStatus,
): OwnerStatusChange | null {
  const isLeaving = userStatus === "DEACTIVATED" || userStatus === "DELETED";
  if (isLeaving && creatorStatus !== "DEACTIVATED") return { to: "DEACTIVATED", statusBeforeDeletion: creatorStatus };
  if (userStatus !== "ACTIVE" || creatorStatus !== "DEACTIVATED" || statusBeforeDeletion === null) return null;
  // Vacation mode may have changed in between.
  const followsVacationMode = statusBeforeDeletion === "ACTIVE" || statusBeforeDeletion === "VACATION";
  const vacationStatus = vacationMode ? "VACATION" : "ACTIVE";
  return { to: followsVacationMode ? vacationStatus : statusBeforeDeletion, statusBeforeDeletion: null };
}
