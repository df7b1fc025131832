import type { Connection } from "mongoose";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type UpgradeSaga, upgradeSagaModel } from "./upgrade-saga.model.ts";

export type NewUpgradeSaga = Pick<UpgradeSaga, "_id" | "userId" | "idempotencyKey" | "wishHash">;

export interface UpgradeSagaStore {
  /** False when the user has an open one. */
  begin(saga: NewUpgradeSaga, at: Date): Promise<boolean>;
  /** The one that made the user a creator. */
  doneOf(userId: string): Promise<UpgradeSaga | null>;
  openOf(userId: string): Promise<UpgradeSaga | null>;
  find(id: string): Promise<UpgradeSaga | null>;
  /** PENDING → DONE, as part of what creates the creator. False when it is not PENDING any more. */
  complete(tx: Tx, id: string, creatorId: string, at: Date): Promise<boolean>;
  /** PENDING → UNDONE: the claim was refused, there is nothing to give back. */
  refuse(id: string, at: Date): Promise<void>;
  /** PENDING → UNDOING. False when it is not PENDING any more. */
  startUndo(id: string, at: Date): Promise<boolean>;
  /** UNDOING → UNDONE, after the claim was given back. */
  endUndo(id: string, at: Date): Promise<void>;
  settle(id: string, at: Date): Promise<void>;
  /** PENDING since before an instant. */
  abandoned(before: Date, limit: number): Promise<UpgradeSaga[]>;
  /** Those whose claim has to be given back. */
  toRelease(limit: number): Promise<UpgradeSaga[]>;
  /** Those whose claim is not final, though DONE since before an instant. */
  toSettle(before: Date, limit: number): Promise<UpgradeSaga[]>;
}

export function upgradeSagaStore(connection: Connection): UpgradeSagaStore {
  const sagas = upgradeSagaModel(connection);
  const move = async (filter: Pick<UpgradeSaga, "_id" | "status">, to: Partial<UpgradeSaga>, tx?: Tx) => {
    const { modifiedCount } = await sagas.updateOne(filter, { $set: to }, tx ? { session: tx } : {});
    return modifiedCount === 1;
  };
  return {
    async begin(saga, at) {
      try {
        await sagas.insertOne({ ...saga, status: "PENDING", open: true, settled: false, creatorId: null, createdAt: at, updatedAt: at });
        return true;
      } catch (error) {
        if (isDuplicateKey(error, "userId")) return false;
        throw error;
      }
    },
    doneOf: (userId) => sagas.findOne({ userId, status: "DONE" }).lean<UpgradeSaga>(),
    openOf: (userId) => sagas.findOne({ userId, open: true }).lean<UpgradeSaga>(),
    find: (id) => sagas.findById(id).lean<UpgradeSaga>(),
    complete: (tx, _id, creatorId, updatedAt) =>
      move({ _id, status: "PENDING" }, { status: "DONE", open: false, creatorId, updatedAt }, tx),
    async refuse(_id, updatedAt) {
      await move({ _id, status: "PENDING" }, { status: "UNDONE", open: false, updatedAt });
    },
    startUndo: (_id, updatedAt) => move({ _id, status: "PENDING" }, { status: "UNDOING", updatedAt }),
    async endUndo(_id, updatedAt) {
      await move({ _id, status: "UNDOING" }, { status: "UNDONE", open: false, updatedAt });
    },
    async settle(_id, updatedAt) {
      await move({ _id, status: "DONE" }, { settled: true, updatedAt });
    },
    abandoned: (before, limit) =>
      sagas
        .find({ status: "PENDING", updatedAt: { $lte: before } })
        .limit(limit)
        .lean<UpgradeSaga[]>(),
    toRelease: (limit) => sagas.find({ status: "UNDOING" }).sort({ updatedAt: 1 }).limit(limit).lean<UpgradeSaga[]>(),
    toSettle: (before, limit) =>
      sagas
        .find({ status: "DONE", settled: false, updatedAt: { $lte: before } })
        .sort({ updatedAt: 1 })
        .limit(limit)
        .lean<UpgradeSaga[]>(),
  };
}
