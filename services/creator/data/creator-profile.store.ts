import type { Connection, QueryFilter } from "mongoose";
import type { CreatorStatus } from "#libs/contracts/creator.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import { NEXT_VERSION } from "#libs/mongo/next-version.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { OwnerMove } from "../domain/owner-status.ts";
import { type VacationState, vacationAfter } from "../domain/vacation.ts";
import { type CreatorProfile, creatorProfileModel, type UserFacts } from "./creator-profile.model.ts";

/** What a creator says about the profile. */
export type ProfileFields = Partial<
  Pick<
    CreatorProfile,
    "dmActive" | "dmType" | "acceptedDmSince" | "headline" | "contentCategories" | "minTimeoutHours" | "maxTimeoutHours" | "autoReplyText"
  >
>;

export interface CreatorProfileStore {
  byId(id: string, tx?: Tx): Promise<CreatorProfile | null>;
  byUserId(userId: string, tx?: Tx): Promise<CreatorProfile | null>;
  /** Those that there are, in no order. */
  withIds(ids: readonly string[]): Promise<CreatorProfile[]>;
  /** The creator who has this name now. */
  byUsername(username: string): Promise<CreatorProfile | null>;
  /** False when the user has a profile. */
  insert(tx: Tx, profile: CreatorProfile): Promise<boolean>;
  /** Sets the vacation if the creator still has the status it was decided on. The profile before, or null. */
  setVacation(tx: Tx, id: string, decidedOn: CreatorStatus, state: VacationState, at: Date): Promise<CreatorProfile | null>;
  /** Ends a vacation whose end has passed, if it still is one. The profile before, or null. */
  endDueVacation(tx: Tx, id: string, now: Date): Promise<CreatorProfile | null>;
  /** Ids of creators whose vacation should have ended, from behind one on, in order. */
  dueVacations(now: Date, afterId: string, limit: number): Promise<string[]>;
  /** Moves the status if it still is where the move starts, and vacation mode what it depends on. The version then, or null. */
  moveStatus(tx: Tx, before: CreatorProfile, to: CreatorStatus, at: Date): Promise<number | null>;
  /** Comes before or after every other change, and so does `touch`. The profile afterwards, or null. */
  change(tx: Tx, id: string, fields: ProfileFields, at: Date): Promise<CreatorProfile | null>;
  /** Says that something that belongs to the profile has changed. */
  touch(tx: Tx, id: string, at: Date): Promise<void>;
  /** Takes over newer facts about the user; older ones are ignored. The profile before, or null. */
  takeUserFacts(tx: Tx, userId: string, facts: UserFacts): Promise<CreatorProfile | null>;
  /** Makes the move that the owner's account asks for. The version then. */
  followOwner(tx: Tx, id: string, move: OwnerMove): Promise<number>;
}

export function creatorProfileStore(connection: Connection): CreatorProfileStore {
  const profiles = creatorProfileModel(connection);
  /** The profile afterwards, or null. */
  const write = (session: Tx, filter: QueryFilter<CreatorProfile>, fields: Partial<CreatorProfile>) =>
    profiles
      .findOneAndUpdate(filter, { $set: fields, ...NEXT_VERSION }, { session, returnDocument: "after" })
      .lean<CreatorProfile>()
      .exec();
  return {
    byId: (id, tx) => profiles.findOne({ _id: id }, null, { session: tx ?? null }).lean<CreatorProfile>(),
    byUserId: (userId, tx) => profiles.findOne({ userId }, null, { session: tx ?? null }).lean<CreatorProfile>(),
    withIds: (ids) =>
      profiles
        .find({ _id: { $in: [...ids] } })
        .limit(Math.max(1, ids.length))
        .lean<CreatorProfile[]>(),
    byUsername: (username) => profiles.findOne({ username }).sort({ userFactsAt: -1 }).lean<CreatorProfile>(),
    async insert(tx, profile) {
      try {
        await profiles.insertOne(profile, { session: tx });
        return true;
      } catch (error) {
        if (isDuplicateKey(error, "userId")) return false;
        throw error;
      }
    },
    setVacation: (tx, id, decidedOn, state, at) =>
      profiles
        .findOneAndUpdate(
          { _id: id, creatorStatus: decidedOn },
          { $set: { ...state, updatedAt: at }, ...NEXT_VERSION },
          { session: tx, returnDocument: "before" },
        )
        .lean<CreatorProfile>(),
    endDueVacation: (tx, id, now) =>
      profiles
        .findOneAndUpdate(
          { _id: id, creatorStatus: "VACATION", vacationEnd: { $lte: now } },
          { $set: { ...vacationAfter("VACATION", { enabled: false }, now), updatedAt: now }, ...NEXT_VERSION },
          { session: tx, returnDocument: "before" },
        )
        .lean<CreatorProfile>(),
    async dueVacations(now, afterId, limit) {
      const due = await profiles
        .find({ creatorStatus: "VACATION", vacationEnd: { $lte: now }, _id: { $gt: afterId } }, { _id: 1 })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<Pick<CreatorProfile, "_id">[]>();
      return due.map(({ _id }) => _id);
    },
    async moveStatus(tx, { _id, creatorStatus, vacationMode }, to, at) {
      // What an administrator decides is not undone when a deletion is taken back.
      const decided = { creatorStatus: to, statusBeforeDeletion: null, updatedAt: at };
      return (await write(tx, { _id, creatorStatus, vacationMode }, decided))?.version ?? null;
    },
    change: (tx, id, fields, at) => write(tx, { _id: id }, { ...fields, updatedAt: at }),
    async touch(tx, id, at) {
      await write(tx, { _id: id }, { updatedAt: at });
    },
    takeUserFacts: (tx, userId, facts) =>
      profiles
        .findOneAndUpdate({ userId, userVersion: { $lt: facts.userVersion } }, { $set: facts }, { session: tx, returnDocument: "before" })
        .lean<CreatorProfile>(),
    async followOwner(tx, id, { to, statusBeforeDeletion }) {
      const moved = await write(tx, { _id: id }, { creatorStatus: to, statusBeforeDeletion });
      if (!moved) throw new Error("a profile does not go away");
      return moved.version;
    },
  };
}
