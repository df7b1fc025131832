import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { LogPosition } from "./log-file.ts";
import { StateFile } from "./state-file.ts";

/** Maximum age of the recorded position while commits continue. */
const RECORD_MS = 50;

/**
 * Records how much of the log was committed and flushed, a few times a second. The next start compares it with the log and notices missing
 * data.
 */
export class StoredState {
  readonly #database: string;
  readonly #file: StateFile;
  readonly #log: number;
  readonly #position: StatementSync;
  #committed: LogPosition | null = null;
  #flushed: LogPosition | null = null;
  #recordedAt = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(file: string, database: DatabaseSync) {
    this.#database = file;
    this.#log = openSync(`${file}-wal`, "r");
    this.#file = new StateFile(file);
    this.#position = database.prepare("PRAGMA wal_checkpoint(NOOP)");
    this.#position.setReturnArrays(true);
    this.#record();
  }

  /** Called after each commit, while no transaction is open. */
  committed(): void {
    if (performance.now() - this.#recordedAt >= RECORD_MS) this.#record();
    else this.#timer ??= setTimeout(() => this.#record(), RECORD_MS).unref();
  }

  /** Called before a flush of the log. The returned function must be called after the flush. */
  flushing(): () => void {
    const position = this.#committed;
    return () => {
      this.#flushed = position;
    };
  }

  /** Runs a function that empties the log. Until the next commit the next start expects an empty log, because the database has all data. */
  whileEmptied(empty: () => void): void {
    this.#stopTimer();
    this.#committed = null;
    this.#flushed = null;
    this.#write(null);
    empty();
  }

  /** Called after the database was closed. */
  close(): void {
    closeSync(this.#log);
    // SQLite deletes the log when everything in it is in the database
    if (!existsSync(`${this.#database}-wal`)) this.#write(statSync(this.#database).size);
    this.#file.close();
  }

  #record(): void {
    this.#stopTimer();
    const position = this.#read();
    // a transaction is open: its commit records
    if (!position) return;
    this.#committed = position;
    this.#recordedAt = performance.now();
    this.#write(null);
  }

  #read(): LogPosition | null {
    let frames: number;
    try {
      [, frames] = this.#position.get() as unknown as [number, number, number];
    } catch {
      return null;
    }
    const salt = Buffer.alloc(4);
    readSync(this.#log, salt, 0, salt.length, 16);
    return { salt: salt.readUInt32BE(0), frames };
  }

  #write(closedBytes: number | null): void {
    try {
      this.#file.write({ closedBytes, committed: this.#committed, flushed: this.#flushed });
    } catch {
      // the disk is full: the next start expects less
    }
  }

  #stopTimer(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
