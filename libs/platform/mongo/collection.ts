import type { AnyBulkWriteOperation, mongo, PipelineStage, QueryFilter, Schema, UpdateQuery } from "mongoose";
import type { KeyedMutex } from "#libs/kernel/keyed-mutex.ts";
import type { Transaction, Tx } from "./transaction.ts";

/** A collection of a service: its name in the database, and the schema with the types and indexes of its documents. */
export interface CollectionDefinition<T> {
  readonly name: string;
  readonly schema: Schema<T>;
}

/** Selects documents. A field that the schema does not know throws. */
export type Filter<T> = QueryFilter<T>;
/** Update operators. */
export type Update<T> = UpdateQuery<T>;
/** One write of a bulk. */
export type BulkOperation<T> = AnyBulkWriteOperation<T extends object ? T & mongo.Document : never>;
/** One stage of an aggregation. */
export type Stage = PipelineStage;
export type Sort = Readonly<Record<string, 1 | -1>>;
/** Fields that a query returns (1), or all but those (0). */
export type Projection = Readonly<Record<string, 0 | 1 | object>>;

export interface InTransaction {
  /** The transaction of the operation; without one the operation stands alone. */
  readonly tx?: Tx | null | undefined;
}

export interface FindOptions extends InTransaction {
  readonly projection?: Projection | undefined;
  readonly sort?: Sort | undefined;
  /** Name or keys of the index to use. */
  readonly hint?: string | Sort | undefined;
  /** Milliseconds after which the database aborts the query. */
  readonly maxTimeMS?: number | undefined;
}

export interface FindManyOptions extends FindOptions {
  readonly skip?: number | undefined;
  readonly limit?: number | undefined;
}

export interface ScanOptions extends FindManyOptions {
  /** Documents fetched at a time. */
  readonly batchSize?: number | undefined;
}

export interface CountOptions extends InTransaction {
  readonly hint?: string | Sort | undefined;
  /** Counts no further than this. */
  readonly limit?: number | undefined;
  readonly maxTimeMS?: number | undefined;
}

export interface AggregateOptions extends InTransaction {
  readonly hint?: string | Sort | undefined;
  readonly maxTimeMS?: number | undefined;
}

export interface InsertOptions extends InTransaction {
  /** False: a refused document does not prevent the insertion of the others. Default true. */
  readonly ordered?: boolean | undefined;
  /** True: the documents are stored as they are, neither cast nor validated. */
  readonly trusted?: boolean | undefined;
}

export interface UpdateOptions extends InTransaction {
  readonly upsert?: boolean | undefined;
  readonly arrayFilters?: Record<string, unknown>[] | undefined;
  /** True: the update is an aggregation pipeline. */
  readonly updatePipeline?: boolean | undefined;
}

export interface FindAndUpdateOptions extends UpdateOptions {
  readonly sort?: Sort | undefined;
  readonly projection?: Projection | undefined;
  /** Which state of the document is returned. Default `before`. */
  readonly returnDocument?: "before" | "after" | undefined;
}

export interface FindAndDeleteOptions extends InTransaction {
  readonly sort?: Sort | undefined;
  readonly projection?: Projection | undefined;
}

export interface BulkOptions extends InTransaction {
  readonly ordered?: boolean | undefined;
  /** True: the writes are made as they are, neither cast nor filled up with defaults. A field that is undefined is left out. */
  readonly trusted?: boolean | undefined;
}

/** The result of an update. */
export type UpdateOutcome = Pick<mongo.UpdateResult, "matchedCount" | "modifiedCount" | "upsertedCount">;
/** The result of a deletion. */
export type DeleteOutcome = Pick<mongo.DeleteResult, "deletedCount">;
/** The result of a bulk write. */
export type BulkOutcome = Pick<
  mongo.BulkWriteResult,
  "insertedCount" | "matchedCount" | "modifiedCount" | "deletedCount" | "upsertedCount" | "upsertedIds"
>;

/**
 * The port between a store and its collection: every operation that a store may use, independent of the library behind it. Results are
 * plain objects. Rejects with `MongoServerError` where the database refuses (see `duplicate-key.ts`). Rejects with an error of
 * `store-unavailable.ts` where the database cannot be reached.
 */
export interface Collection<T> {
  readonly name: string;
  /** All documents that match; give a `limit` unless the filter bounds them. */
  find<R = T>(filter: Filter<T>, options?: FindManyOptions): Promise<R[]>;
  findOne<R = T>(filter: Filter<T>, options?: FindOptions): Promise<R | null>;
  /** The documents one after the other, fetched in batches. */
  scan<R = T>(filter: Filter<T>, options?: ScanOptions): AsyncIterable<R>;
  count(filter: Filter<T>, options?: CountOptions): Promise<number>;
  aggregate<R>(stages: Stage[], options?: AggregateOptions): Promise<R[]>;
  /** Inserts one document, or several. Rejects with a duplicate key error where a unique index refuses one. */
  insert(documents: T | readonly T[], options?: InsertOptions): Promise<void>;
  updateOne(filter: Filter<T>, update: Update<T> | object[], options?: UpdateOptions): Promise<UpdateOutcome>;
  updateMany(filter: Filter<T>, update: Update<T> | object[], options?: UpdateOptions): Promise<UpdateOutcome>;
  findOneAndUpdate<R = T>(filter: Filter<T>, update: Update<T> | object[], options?: FindAndUpdateOptions): Promise<R | null>;
  findOneAndDelete<R = T>(filter: Filter<T>, options?: FindAndDeleteOptions): Promise<R | null>;
  deleteOne(filter: Filter<T>, options?: InTransaction): Promise<DeleteOutcome>;
  deleteMany(filter: Filter<T>, options?: InTransaction): Promise<DeleteOutcome>;
  bulkWrite(operations: readonly BulkOperation<T>[], options?: BulkOptions): Promise<BulkOutcome>;
}

/** The database of a service, as its stores see it. */
export interface Collections {
  collection<T>(definition: CollectionDefinition<T>): Collection<T>;
  readonly transaction: Transaction;
  /** Runs a write in turn with the transactions of this key, so that it conflicts with no such transaction. Not inside one. */
  readonly inTurn: KeyedMutex;
}
