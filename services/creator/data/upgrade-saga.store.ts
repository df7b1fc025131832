import type { Collections } from "#libs/platform/mongo/collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import { listLapsed } from "#libs/platform/mongo/lapsed-lease.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type UpgradeSagaDoc, upgradeSagas } from "./upgrade-saga.model.ts";

export type NewUpgradeSaga = Pick<UpgradeSagaDoc, "_id" | "userId" | "idempotencyKey" | "wishHash">;

export interface UpgradeSagaStore {
  /** Inserts a PENDING saga. False when the user has an open one. */
  insert(saga: NewUpgradeSaga, at: Date): Promise<boolean>;
  find(sagaId: string): Promise<UpgradeSagaDoc | null>;
  /** The open saga of a user. */
  findOpen(userId: string): Promise<UpgradeSagaDoc | null>;
  /** The saga that made the user a creator. */
  findDone(userId: string): Promise<UpgradeSagaDoc | null>;
  /** PENDING → DONE, in the transaction that creates the creator. False when the saga is not PENDING any more. */
  complete(tx: Tx, sagaId: string, creatorId: string, at: Date): Promise<boolean>;
  /** PENDING → UNDONE: the account service refused the claim, so there is nothing to release. */
  refuse(sagaId: string, at: Date): Promise<void>;
  /** PENDING → UNDOING. False when the saga is not PENDING any more. */
  startUndo(sagaId: string, at: Date): Promise<boolean>;
  /** UNDOING → UNDONE, after the claim was released. */
  endUndo(sagaId: string, at: Date): Promise<void>;
  /** Marks a DONE saga as settled. */
  settle(sagaId: string, at: Date): Promise<void>;
  /** Puts a saga whose work has failed behind the others. */
  postpone(saga: Pick<UpgradeSagaDoc, "_id" | "status">, at: Date): Promise<void>;
  /** Whether any saga is PENDING, UNDOING, or DONE and not settled. */
  hasUnfinished(): Promise<boolean>;
  /** Sagas that are PENDING since before an instant. Includes sagas dated after another instant, because a fast clock wrote them. */
  listAbandoned(before: Date, after: Date, limit: number): Promise<UpgradeSagaDoc[]>;
  /** UNDOING sagas: their claims have to be released. Oldest first. */
  listUndoing(limit: number): Promise<UpgradeSagaDoc[]>;
  /** Sagas that are DONE but not settled, dated before one instant, or after another one because of a fast clock. Oldest first. */
  listUnsettled(before: Date, after: Date, limit: number): Promise<UpgradeSagaDoc[]>;
}

export function upgradeSagaStore(database: Collections): UpgradeSagaStore {
  const sagas = database.collection(upgradeSagas);
  const update = async (filter: Pick<UpgradeSagaDoc, "_id" | "status">, fields: Partial<UpgradeSagaDoc>, tx?: Tx) => {
    const { modifiedCount } = await sagas.updateOne(filter, { $set: fields }, { tx });
    return modifiedCount === 1;
  };
  return {
    async insert(saga, at) {
      const pending = { status: "PENDING", open: true, settled: false, creatorId: null, createdAt: at, updatedAt: at } as const;
      try {
        await sagas.insert({ ...saga, ...pending });
        return true;
      } catch (error) {
        if (isDuplicateKey(error, "userId")) return false;
        throw error;
      }
    },
    find: (_id) => sagas.findOne({ _id }),
    findOpen: (userId) => sagas.findOne({ userId, open: true }),
    findDone: (userId) => sagas.findOne({ userId, status: "DONE" }),
    complete: (tx, _id, creatorId, updatedAt) =>
      update({ _id, status: "PENDING" }, { status: "DONE", open: false, creatorId, updatedAt }, tx),
    async refuse(_id, updatedAt) {
      await update({ _id, status: "PENDING" }, { status: "UNDONE", open: false, updatedAt });
    },
    startUndo: (_id, updatedAt) => update({ _id, status: "PENDING" }, { status: "UNDOING", updatedAt }),
    async endUndo(_id, updatedAt) {
      await update({ _id, status: "UNDOING" }, { status: "UNDONE", open: false, updatedAt });
    },
    async settle(_id, updatedAt) {
      await update({ _id, status: "DONE" }, { settled: true, updatedAt });
    },
    async postpone({ _id, status }, updatedAt) {
      await update({ _id, status }, { updatedAt });
    },
    async hasUnfinished() {
      return (
        (await sagas.findOne({ status: { $in: ["PENDING", "UNDOING", "DONE"] }, settled: false }, { projection: { _id: 1 } })) !== null
      );
    },
    listAbandoned: (before, after, limit) =>
      listLapsed({ now: before, until: after, limit }, (updatedAt, size) => sagas.find({ status: "PENDING", updatedAt }, { limit: size })),
    listUndoing: (limit) => sagas.find({ status: "UNDOING" }, { sort: { updatedAt: 1 }, limit }),
    listUnsettled: (before, after, limit) =>
      listLapsed({ now: before, until: after, limit }, (updatedAt, size) =>
        sagas.find({ status: "DONE", settled: false, updatedAt }, { sort: { updatedAt: 1 }, limit: size }),
      ),
  };
}
