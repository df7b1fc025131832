import fs from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { MongoError } from "../values/mongo-error.ts";
import { copyFileTo, holdFile, releaseFile } from "./copy-database.ts";
import { syncDirectory } from "./data-directory.ts";
import { examineFiles, NOTHING } from "./examine-files.ts";
import { eraseRemains, openDatabase, type Statements } from "./open-database.ts";
import { RecordCache } from "./record-cache.ts";
import { CATALOG } from "./row-checksums.ts";
import { writeFailure } from "./sqlite-error.ts";
import { StoredState } from "./stored-state.ts";

export interface StoreOptions {
  /** The file of the database. With null the same code works in memory. */
  readonly file: string | null;
  /** Whether every commit is flushed to disk before its clients are answered, not only a commit for which a client requires it. */
  readonly fsync: boolean;
  /** The budget for decoded documents. */
  readonly cacheBytes?: number | undefined;
  /** Called when a batch could not be written, once until one can be written again. */
  onFailure(error: unknown): void;
}

/** Something that changes often and is written once per batch. */
export interface WrittenAtCommit {
  /** Its number if it is one of the counters. */
  readonly id?: number;
  write(): void;
}

interface Batch {
  readonly done: PromiseWithResolvers<void>;
  /** Whether a client waits until the batch is on the disk, and not only until it is committed. */
  mustSync: boolean;
}

const CACHE_BYTES = 64 * 1024 * 1024;

/**
 * The data of the server: one SQLite database, used as ordered tables of keys and values. All writes of a tick of the event loop are one
 * transaction, the batch. While the disk is busy, the writes of further ticks join it. A batch is stored as a whole or not at all, with one
 * append to the WAL and at most one fdatasync. A client is answered after the batch of its writes.
 */
export class Store {
  readonly database: DatabaseSync;
  readonly statements: Statements;
  readonly cache: RecordCache;
  /** The number of collections and the sum of their checksums, stored among the counters. */
  readonly catalogSum: WrittenAtCommit = { id: CATALOG, write: () => this.#writeCatalogSum() };
  readonly #options: StoreOptions;
  readonly #wal: number | null;
  readonly #state: StoredState | null;
  readonly #afterBatch: (() => void)[] = [];
  readonly #atCommit = new Set<WrittenAtCommit>();
  readonly #afterRollback: (() => void)[] = [];
  #batch: Batch | null = null;
  #syncing: Promise<void> | null = null;
  #hasUnsynced = false;
  #changes = 0;
  #rollbacks = 0;
  #isFailing = false;
  #fileWork: Promise<void> = Promise.resolve();
  #reader: FileHandle | null = null;
  #isOpen = true;
  /** The error of a failed fdatasync: from then on the contents of the disk are unknown. */
  #syncFailure: unknown = null;

  constructor(options: StoreOptions) {
    const { file } = options;
    this.#options = options;
    this.cache = new RecordCache(options.cacheBytes ?? CACHE_BYTES);
    const { database, statements } = openDatabase(file ?? ":memory:", file === null ? NOTHING : examineFiles(file));
    this.database = database;
    this.statements = statements;
    this.#wal = file === null ? null : fs.openSync(`${file}-wal`, "r+");
    this.#state = file === null ? null : new StoredState(file, database);
    if (file !== null) syncDirectory(path.dirname(file));
  }

  /** Whether new statements can be executed. False from the beginning of `close`; work that began earlier can still finish. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Increases with every write and rollback, so that a reader can tell whether its data may be out of date. */
  get changes(): number {
    return this.#changes;
  }

  /** The number of undone batches. */
  get rollbacks(): number {
    return this.#rollbacks;
  }

  get isPersistent(): boolean {
    return this.#wal !== null;
  }

  /** Executes a writing statement in the batch and returns how many rows it changed. If it fails, the whole batch is undone. */
  run(name: keyof Statements, ...values: SQLInputValue[]): number {
    this.#open();
    this.#changes++;
    try {
      return Number(this.statements[name].run(...values).changes);
    } catch (error) {
      throw this.#rollBack(error);
    }
  }

  /** Registers an object to be written when the batch is committed, once per batch. */
  writeAtCommit(changed: WrittenAtCommit): void {
    this.#open();
    this.#atCommit.add(changed);
  }

  /** Cancels the write of a counter. */
  cancelWriteAtCommit(id: number): void {
    for (const changed of this.#atCommit) if (changed.id === id) this.#atCommit.delete(changed);
  }

  /** Registers a listener for an undone batch: the state in memory must then be loaded again. */
  afterRollback(listener: () => void): void {
    this.#afterRollback.push(listener);
  }

  /**
   * Resolves when everything written so far is committed or, if `onDisk`, flushed; null if it is already. Rejects with the error for the
   * client if it could not be stored.
   */
  settled(onDisk: boolean): Promise<void> | null {
    if (this.#syncFailure) throw this.#syncFailure;
    const mustSync = this.isPersistent && (onDisk || this.#options.fsync);
    // a commit without a flush so far is flushed with an empty batch
    if (!this.#batch && mustSync && this.#hasUnsynced) this.#open();
    if (!this.#batch) return mustSync ? this.#syncing : null;
    if (mustSync) this.#batch.mustSync = true;
    return this.#batch.done.promise;
  }

  /** Empties the log and overwrites deleted data, so that no file contains it any more. */
  emptyLog(): Promise<void> {
    return this.#alone(async () => {
      await this.#betweenBatches(() => this.#state?.whileEmptied(() => eraseRemains(this.database)));
    });
  }

  /** Copies all data that was committed before the copy began to a new data directory, while writes go on. */
  copyTo(directory: string): Promise<void> {
    return this.#alone(async () => {
      const { file } = this.#options;
      if (file === null) throw new MongoError(20, "IllegalOperation", "the data are in memory only");
      // closed at the end only: until then closing any descriptor of the file would drop SQLite's locks
      this.#reader ??= await open(file, "r");
      await this.#betweenBatches(() => holdFile(this.database));
      try {
        await copyFileTo(this.#reader, directory);
      } finally {
        releaseFile(this.database);
      }
    });
  }

  /** Runs work on the files one after the other. */
  #alone(work: () => Promise<void>): Promise<void> {
    const done = this.#fileWork.then(work);
    this.#fileWork = done.catch(() => undefined);
    return done;
  }

  /** Runs a step while no transaction is open. */
  #betweenBatches(step: () => void): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const run = () => {
      try {
        step();
        resolve();
      } catch (error) {
        reject(writeFailure(error));
      }
    };
    if (this.#batch) this.#afterBatch.push(run);
    else run();
    return promise;
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#fileWork;
    while (this.#batch || this.#syncing) await (this.#batch?.done.promise ?? this.#syncing)?.catch(() => undefined);
    const close = () => this.database.close();
    // after a flush that failed the next start checks the database
    if (this.#state && !this.#syncFailure) this.#state.whileEmptied(close);
    else close();
    this.#state?.close();
    await this.#reader?.close();
    if (this.#wal !== null) fs.closeSync(this.#wal);
  }

  #open(): void {
    if (this.#batch) return;
    this.statements.begin.run();
    this.#batch = { done: Promise.withResolvers(), mustSync: false };
    // there may be no listener
    this.#batch.done.promise.catch(() => undefined);
    setImmediate(() => this.#commit());
  }

  #commit(): void {
    const batch = this.#batch;
    // a batch that has to be flushed stays open for more writes while the disk is busy
    if (!batch || (batch.mustSync && this.#syncing)) return;
    try {
      if (this.#syncFailure) throw this.#syncFailure;
      for (const changed of this.#atCommit) changed.write();
      this.statements.commit.run();
    } catch (error) {
      if (this.#batch === batch) this.#rollBack(error);
      return;
    }
    this.#batch = null;
    this.#atCommit.clear();
    this.#isFailing = false;
    this.#hasUnsynced = true;
    this.#state?.committed();
    for (const work of this.#afterBatch.splice(0)) work();
    if (batch.mustSync) this.#sync(batch);
    else batch.done.resolve();
  }

  #sync(batch: Batch): void {
    if (this.#wal === null) return;
    this.#hasUnsynced = false;
    this.#syncing = batch.done.promise;
    const flushed = this.#state?.flushing();
    fs.fdatasync(this.#wal, (error) => {
      this.#syncing = null;
      if (error) {
        // a second fdatasync may succeed although the pages of the first are lost
        this.#syncFailure = error;
        batch.done.reject(error);
      } else {
        flushed?.();
        batch.done.resolve();
      }
      // the requests that have arrived meanwhile join the next batch
      setImmediate(() => this.#commit());
    });
  }

  #writeCatalogSum(): void {
    let bytes = 0;
    let sum = 0;
    const rows = this.statements.collections.all() as unknown as [number, number, Uint8Array][];
    for (const [, checksum, row] of rows) {
      bytes += row.length;
      sum = (sum + checksum) >>> 0;
    }
    this.run("putCounter", CATALOG, rows.length, bytes, sum);
  }

  /** Undoes the batch, rejects the promises of its writers and returns the error for the others. */
  #rollBack(error: unknown): Error {
    const batch = this.#batch;
    const failure = writeFailure(error);
    this.#changes++;
    this.#rollbacks++;
    this.#batch = null;
    this.#atCommit.clear();
    if (this.database.isTransaction) this.database.exec("ROLLBACK");
    this.cache.clear();
    for (const listener of this.#afterRollback) listener();
    if (!this.#isFailing) this.#options.onFailure(error);
    this.#isFailing = true;
    batch?.done.reject(failure);
    for (const work of this.#afterBatch.splice(0)) work();
    return failure;
  }
}
