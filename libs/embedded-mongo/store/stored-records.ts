import { Counter } from "./counter.ts";
import { RecordBlock, soundBytes } from "./record-block.ts";
import { ROWS, recordChecksum } from "./row-checksums.ts";
import type { Store } from "./store.ts";
import { StoredRecord } from "./stored-record.ts";

/** Collections up to this size are scanned through the cache. */
const SMALL_BYTES = 2 * 1024 * 1024;
const FIRST_BLOCK = 16;
const LARGEST_BLOCK = 512;
/** Maximum bytes of a block, if the records are of about one size. */
const BLOCK_BYTES = 512 * 1024;

/** The records of a collection by number, in the order of their numbers. */
export class StoredRecords {
  readonly #store: Store;
  readonly #base: number;
  readonly #counter: Counter;
  #next: number;

  constructor(store: Store, collection: number) {
    this.#store = store;
    this.#base = collection * ROWS;
    this.#counter = new Counter(store, collection);
    const [last] = store.statements.lastRecord.get(this.#base + ROWS) as unknown as [number | null];
    this.#next = Math.max(0, (last ?? 0) - this.#base) + 1;
  }

  get size(): number {
    return this.#counter.count;
  }

  get bytes(): number {
    return this.#counter.bytes;
  }

  /** A number that no record has had. */
  nextId(): number {
    return this.#next++;
  }

  get(id: number): StoredRecord | undefined {
    const row = this.#base + id;
    const cached = this.#store.cache.get(row);
    if (cached) return cached;
    const record = this.#read(row);
    if (record) this.#store.cache.set(row, record);
    return record;
  }

  insert(id: number, record: StoredRecord): void {
    const checksum = this.#put(id, record);
    this.#counter.add(1, record.bytes.length, checksum);
  }

  replace(id: number, before: StoredRecord, after: StoredRecord): void {
    const checksum = this.#put(id, after);
    this.#counter.add(0, after.bytes.length - before.bytes.length, checksum - recordChecksum(this.#base + id, before.bytes));
  }

  delete(id: number, before: StoredRecord): void {
    this.#store.run("deleteRecord", this.#base + id);
    this.#store.cache.delete(this.#base + id);
    this.#counter.add(-1, -before.bytes.length, -recordChecksum(this.#base + id, before.bytes));
  }

  /**
   * All records, in the order of their numbers or backwards. The scan of a large collection does not displace frequently used records from
   * the cache.
   */
  entries(backwards = false): Generator<[id: number, record: StoredRecord]> {
    return this.bytes <= SMALL_BYTES ? this.#smallEntries(backwards) : this.#largeEntries(backwards);
  }

  /** The records with a number above another, as of now. */
  *entriesAfter(id: number): Generator<[id: number, record: StoredRecord]> {
    const rows = this.#store.statements.idsUp.all(this.#base + id, this.#base + ROWS) as unknown as [number][];
    for (const [row] of rows) {
      const record = this.get(row - this.#base);
      if (record) yield [row - this.#base, record];
    }
  }

  [Symbol.iterator](): Generator<[id: number, record: StoredRecord]> {
    return this.entries();
  }

  *values(): Generator<StoredRecord> {
    for (const [, record] of this.entries()) yield record;
  }

  *#smallEntries(backwards: boolean): Generator<[number, StoredRecord]> {
    const rows = this.#store.statements.idsUp.all(this.#base, this.#base + ROWS) as unknown as [number][];
    for (const [row] of backwards ? rows.reverse() : rows) {
      const record = this.get(row - this.#base);
      if (record) yield [row - this.#base, record];
    }
  }

  *#largeEntries(backwards: boolean): Generator<[number, StoredRecord]> {
    const statement = this.#store.statements[backwards ? "blockDown" : "blockUp"];
    const most = Math.min(LARGEST_BLOCK, Math.ceil((BLOCK_BYTES * this.size) / this.bytes));
    let low = this.#base;
    let high = this.#base + ROWS;
    for (let size = Math.min(FIRST_BLOCK, most); ; size = Math.min(most, size * 4)) {
      const { changes } = this.#store;
      const block = new RecordBlock(this.#base, statement.get(this.#base, low, high, size));
      for (const id of block.ids) {
        const row = this.#base + id;
        if (backwards) high = row;
        else low = row;
        const found = block.take();
        // a record that was read before another write may be outdated or deleted by now
        const isNewest = found && this.#store.changes === changes;
        const record = isNewest ? found : (this.#store.cache.peek(row) ?? this.#read(row));
        if (record) yield [id, record];
      }
      if (block.ids.length < size) return;
    }
  }

  #read(row: number): StoredRecord | undefined {
    const found = this.#store.statements.getRecord.get(row) as unknown as [number, Uint8Array] | undefined;
    return found && new StoredRecord(soundBytes(row, ...found));
  }

  #put(id: number, record: StoredRecord): number {
    const row = this.#base + id;
    const checksum = recordChecksum(row, record.bytes);
    this.#store.run("putRecord", row, checksum, record.bytes);
    this.#store.cache.set(row, record);
    return checksum;
  }
}
