import type { CreatorStatus } from "#libs/contracts/creator/index.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { NEXT_VERSION } from "#libs/platform/mongo/next-version.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type StoredVacation, vacationAfter } from "../domain/vacation.ts";
import { type CreatorProfileDoc, creatorProfiles } from "./creator-profile.model.ts";

/** The vacation of each creator, which is part of the profile. */
export interface VacationStore {
  /** Sets the vacation if the status is still the expected one. Returns the profile before; null when the status has changed. */
  update(tx: Tx, creatorId: string, expected: CreatorStatus, state: StoredVacation, at: Date): Promise<CreatorProfileDoc | null>;
  /** Ids of creators whose vacation should have ended, ascending, after the given id. */
  listDue(now: Date, afterId: string, limit: number): Promise<string[]>;
  /** Ends a vacation if its end is still in the past. Returns the profile before; null when there was nothing to end. */
  endDue(tx: Tx, creatorId: string, now: Date): Promise<CreatorProfileDoc | null>;
}

export function vacationStore(database: Collections): VacationStore {
  const profiles = database.collection(creatorProfiles);
  return {
    update: (tx, _id, creatorStatus, state, updatedAt) =>
      profiles.findOneAndUpdate({ _id, creatorStatus }, { $set: { ...state, updatedAt }, ...NEXT_VERSION }, { tx }),
    async listDue(now, afterId, limit) {
      const due = await profiles.find<Pick<CreatorProfileDoc, "_id">>(
        { creatorStatus: "VACATION", vacationEnd: { $lte: now }, _id: { $gt: afterId } },
        // The order of ids alone would read everybody who is on vacation.
        { projection: { _id: 1 }, sort: { _id: 1 }, hint: "vacations", limit },
      );
      return due.map(({ _id }) => _id);
    },
    endDue: (tx, _id, now) =>
      profiles.findOneAndUpdate(
        { _id, creatorStatus: "VACATION", vacationEnd: { $lte: now } },
        { $set: { ...vacationAfter("VACATION", { enabled: false }, now), updatedAt: now }, ...NEXT_VERSION },
        { tx },
      ),
  };
}
