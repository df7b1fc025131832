import type { HeldChangeKind } from "#libs/contracts/account/index.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { afterCommit, type Tx } from "#libs/platform/mongo/transaction.ts";
import { type HeldChange, heldChangeFields, heldChangeId } from "../domain/held-change.ts";

export const heldChanges = defineCollection({
  name: "held_changes",
  fields: heldChangeFields,
  indexes: [
    { name: "of_user", key: { userId: 1 } },
    { name: "of_token", key: { confirmHash: 1 } },
    { name: "of_address", key: { newEmail: 1, finishAt: -1 } },
    { name: "due", key: { finishAt: 1 } },
    { name: "retention", key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
});

export interface HeldChangeStore {
  /** Calls back when this process has stored when a change is made. */
  onDue(listener: (at: Date) => void): void;
  /** Stores a change in place of the one of the same user and kind. */
  replace(tx: Tx, change: Omit<HeldChange, "_id">): Promise<void>;
  /** The change of a user that waits; null without one. */
  find(tx: Tx | null, userId: string, kind: HeldChangeKind): Promise<HeldChange | null>;
  /** The changes of a user that wait. */
  listOfUser(userId: string, now: Date): Promise<HeldChange[]>;
  /** The unconfirmed change of a token; null when it was used, replaced, dropped or has expired. */
  findByToken(tx: Tx, confirmHash: string, now: Date): Promise<HeldChange | null>;
  /** Notes that a change was confirmed, and when it is due: the job makes it then. */
  confirm(tx: Tx, change: HeldChange, confirmedAt: Date): Promise<void>;
  /**
   * The user who has confirmed an address that waits, so that no registration takes it; null without one. Unconfirmed changes to it are
   * written: of a registration and a confirmation at once the second one sees what the first one did.
   */
  findKeeper(tx: Tx, newEmail: string): Promise<string | null>;
  /** Drops the change of a user; false when there is none. */
  drop(tx: Tx, userId: string, kind: HeldChangeKind): Promise<boolean>;
  /** Ids of changes to make, the longest overdue first. */
  listDue(now: Date, skip: number, limit: number): Promise<string[]>;
  /** When the next change is to be made; null when none is. */
  nextDue(): Promise<Date | null>;
  /** Takes a change to make it; null when it is not due any more. */
  takeDue(tx: Tx, changeId: string, now: Date): Promise<HeldChange | null>;
}

export function heldChangeStore(database: Collections): HeldChangeStore {
  const rows = database.collection(heldChanges);
  let due: (at: Date) => void = () => undefined;
  return {
    onDue(listener) {
      due = listener;
    },
    async replace(tx, change) {
      const _id = heldChangeId(change.userId, change.kind);
      await rows.deleteOne({ _id }, { tx });
      await rows.insert({ _id, ...change }, { tx });
      const { finishAt } = change;
      if (finishAt) afterCommit(tx, () => due(finishAt));
    },
    find: (tx, userId, kind) => rows.findOne({ _id: heldChangeId(userId, kind) }, { tx }),
    async listOfUser(userId, now) {
      return (await rows.find({ userId })).filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
    },
    findByToken: (tx, confirmHash, now) => rows.findOne({ confirmHash, expiresAt: { $gt: now } }, { tx }),
    async confirm(tx, { _id, dueAt }, confirmedAt) {
      const confirmed = { $set: { dueAt, finishAt: dueAt, expiresAt: null, confirmedAt }, $unset: { confirmHash: "" as const } };
      await rows.updateOne({ _id }, confirmed, { tx });
      afterCommit(tx, () => due(dueAt));
    },
    async findKeeper(tx, newEmail) {
      const first = await rows.findOne({ newEmail }, { tx, sort: { finishAt: -1 } });
      if (first?.finishAt) return first.userId;
      if (first) await rows.updateMany({ newEmail }, { $inc: { registrations: 1 } }, { tx });
      return null;
    },
    async drop(tx, userId, kind) {
      const { deletedCount } = await rows.deleteOne({ _id: heldChangeId(userId, kind) }, { tx });
      return deletedCount === 1;
    },
    async listDue(now, skip, limit) {
      const found = await rows.find<Pick<HeldChange, "_id">>(
        { finishAt: { $lte: now } },
        { projection: { _id: 1 }, sort: { finishAt: 1 }, skip, limit },
      );
      return found.map(({ _id }) => _id);
    },
    async nextDue() {
      const [next] = await rows.find({ finishAt: { $gt: new Date(0) } }, { sort: { finishAt: 1 }, limit: 1 });
      return next?.finishAt ?? null;
    },
    takeDue: (tx, _id, now) => rows.findOneAndDelete({ _id, finishAt: { $lte: now } }, { tx }),
  };
}
