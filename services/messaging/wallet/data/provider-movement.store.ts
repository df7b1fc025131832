import { DAY, HOUR } from "#libs/kernel/clock.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import {
  type MovementStatus,
  type ProviderBooks,
  type ProviderMovement,
  providerBooks,
  providerMovements,
} from "./provider-movement.model.ts";

export interface ProviderMovementStore {
  /** The providers whose books were read before. */
  providers(): Promise<string[]>;
  /** Takes the books of a provider for an hour when they are due; null: they are not, or another process has them. */
  claimBooks(provider: string, now: Date): Promise<ProviderBooks | null>;
  saveCursor(provider: string, cursor: string | null): Promise<void>;
  /** The books were read to their end. */
  finishBooks(provider: string, now: Date): Promise<void>;
  /** Inserts movements; one that is known stays as it is. */
  insertNew(movements: readonly ProviderMovement[]): Promise<void>;
  /** The oldest movements of a status after another one, until an instant. */
  listOldest(
    status: MovementStatus,
    until: Date,
    after: Pick<ProviderMovement, "at" | "_id"> | null,
    limit: number,
  ): Promise<ProviderMovement[]>;
  /** All movements about one charge, refund, dispute or transfer of a provider. */
  listOfReference(provider: string, reference: string): Promise<ProviderMovement[]>;
  /** False: the movement was not in the first status. */
  setStatus(tx: Tx, id: string, from: MovementStatus, to: MovementStatus): Promise<boolean>;
}

export function providerMovementStore(database: Collections): ProviderMovementStore {
  const [movements, books] = [database.collection(providerMovements), database.collection(providerBooks)];
  return {
    providers: async () => (await books.find({}, { projection: { _id: 1 } })).map(({ _id }) => _id),
    async claimBooks(provider, now) {
      const claimed = { dueAt: new Date(now.getTime() + HOUR) };
      const found = await books.findOneAndUpdate({ _id: provider, dueAt: { $lte: now } }, { $set: claimed });
      if (found || (await books.findOne({ _id: provider }))) return found;
      const first = { _id: provider, cursor: null, ...claimed };
      try {
        await books.insert(first);
        return first;
      } catch (error) {
        if (isDuplicateKey(error)) return null;
        throw error;
      }
    },
    async saveCursor(provider, cursor) {
      await books.updateOne({ _id: provider }, { $set: { cursor } });
    },
    async finishBooks(provider, now) {
      await books.updateOne({ _id: provider }, { $set: { dueAt: new Date(now.getTime() + DAY) } });
    },
    async insertNew(rows) {
      const known = await movements.find({ _id: { $in: rows.map(({ _id }) => _id) } }, { projection: { _id: 1 } });
      const ids = new Set(known.map(({ _id }) => _id));
      for (const row of rows.filter(({ _id }) => !ids.has(_id))) {
        await movements.insert(row).catch((error: unknown) => {
          if (!isDuplicateKey(error)) throw error;
        });
      }
    },
    listOldest(status, until, after, limit) {
      const from = after ? { $or: [{ at: { $gt: after.at } }, { at: after.at, _id: { $gt: after._id } }] } : {};
      return movements.find({ status, at: { $lte: until }, ...from }, { sort: { at: 1, _id: 1 }, limit });
    },
    listOfReference: (provider, reference) => movements.find({ provider, reference }),
    async setStatus(tx, id, from, to) {
      const { modifiedCount } = await movements.updateOne({ _id: id, status: from }, { $set: { status: to } }, { tx });
      return modifiedCount === 1;
    },
  };
}
