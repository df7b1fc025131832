import type { UserStatus } from "#libs/contracts/account-terms.ts";
import type { CreatorStatus } from "#libs/contracts/creator.ts";

export interface OwnedStatus {
  readonly creatorStatus: CreatorStatus;
  readonly vacationMode: boolean;
  /** Where the creator was when the owner asked for the deletion of the account; null when it was not that. */
  readonly statusBeforeDeletion: CreatorStatus | null;
}

/** Where a creator goes because of the owner's account, and what to remember for the way back. */
export interface OwnerMove {
  readonly to: CreatorStatus;
  readonly statusBeforeDeletion: CreatorStatus | null;
}

/** The move that a new status of the owner's account asks for; null when it asks for none. */
export function ownerMove({ creatorStatus, vacationMode, statusBeforeDeletion }: OwnedStatus, owner: UserStatus): OwnerMove | null {
  const leaving = owner === "DEACTIVATED" || owner === "DELETED";
  if (leaving && creatorStatus !== "DEACTIVATED") return { to: "DEACTIVATED", statusBeforeDeletion: creatorStatus };
  if (owner !== "ACTIVE" || creatorStatus !== "DEACTIVATED" || statusBeforeDeletion === null) return null;
  const atWork = statusBeforeDeletion === "ACTIVE" || statusBeforeDeletion === "VACATION";
  return { to: atWork ? (vacationMode ? "VACATION" : "ACTIVE") : statusBeforeDeletion, statusBeforeDeletion: null };
}
