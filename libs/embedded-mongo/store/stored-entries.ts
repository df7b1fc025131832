import { Counter } from "./counter.ts";
import { entryChecksum } from "./row-checksums.ts";
import type { Store } from "./store.ts";

function blob(key: string): Buffer {
  return Buffer.from(key, "latin1");
}

function text(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString("latin1");
}

/** Above every key: none starts with five of these. */
const END = Buffer.alloc(5, 0xff);
const FIRST_CHUNK = 24;
const LARGEST_CHUNK = 512;
const COUNTED_CHUNK = 8_192;

/** An entry of an index: the bytes of its key, one per character, and the number of the record. */
export type Entry = readonly [key: string, record: number];

/** The entries of an index, in the order of the bytes of their keys, then of their records. */
export class StoredEntries {
  readonly id: number;
  readonly #store: Store;
  readonly #counter: Counter;

  constructor(store: Store, id: number) {
    this.#store = store;
    this.id = id;
    this.#counter = new Counter(store, id);
  }

  get size(): number {
    return this.#counter.count;
  }

  get bytes(): number {
    return this.#counter.bytes;
  }

  add(key: string, record: number): void {
    const bytes = blob(key);
    this.#store.run("addEntry", this.id, bytes, record);
    this.#counter.add(1, key.length, entryChecksum(bytes, record));
  }

  remove(key: string, record: number): void {
    const bytes = blob(key);
    this.#store.run("deleteEntry", this.id, bytes, record);
    this.#counter.add(-1, -key.length, -entryChecksum(bytes, record));
  }

  /** A record with the key: the only one in a unique index. */
  holder(key: string): number | undefined {
    return (this.#store.statements.holder.get(this.id, blob(key)) as unknown as [number] | undefined)?.[0];
  }

  /**
   * The records with `from <= key < to` (to the end without `to`), in key order or reversed. During writes, some of the next records may be
   * gone, or have another key.
   */
  *range(from: string, to: string | undefined, reverse = false): Generator<number> {
    const { statements } = this.#store;
    const [holders, nth] = reverse ? [statements.holdersDown, statements.nthDown] : [statements.holdersUp, statements.nthUp];
    const low = blob(from);
    const high = to === undefined ? END : blob(to);
    const end = reverse ? low : high;
    let start: [key: Uint8Array, record: number] = [reverse ? high : low, -1];
    for (let chunk = FIRST_CHUNK; ; chunk = Math.min(LARGEST_CHUNK, chunk * 4)) {
      const rows = holders.all(this.id, ...start, end, chunk) as unknown as [number][];
      const hasMore = rows.length === chunk;
      // only the last key is read: to read the keys takes longer than to find the records
      if (hasMore) start = nth.get(this.id, ...start, end, chunk - 1) as unknown as [Uint8Array, number];
      for (const [record] of rows) yield record;
      if (!hasMore) return;
    }
  }

  /** The numbers of entries with `from <= key < to`, chunk by chunk, so that long counts can pause between them. */
  *counts(from: string, to: string | undefined): Generator<number> {
    const { countUp, nthUp } = this.#store.statements;
    const end = to === undefined ? END : blob(to);
    let start: [key: Uint8Array, record: number] = [blob(from), -1];
    for (;;) {
      const [counted] = countUp.get(this.id, ...start, end, COUNTED_CHUNK) as unknown as [number];
      const hasMore = counted === COUNTED_CHUNK;
      if (hasMore) start = nthUp.get(this.id, ...start, end, counted - 1) as unknown as [Uint8Array, number];
      yield counted;
      if (!hasMore) return;
    }
  }

  /** The same with their keys. */
  *entries(from: string, to: string | undefined, reverse = false): Generator<Entry> {
    for (const [key, record] of this.#rows(from, to, reverse)) yield [text(key), record];
  }

  *#rows(from: string, to: string | undefined, reverse: boolean): Generator<[Uint8Array, number]> {
    const low = blob(from);
    const high = to === undefined ? END : blob(to);
    const statement = this.#store.statements[reverse ? "entriesDown" : "entriesUp"];
    let key: Uint8Array = reverse ? high : low;
    let record = -1;
    for (let chunk = FIRST_CHUNK; ; chunk = Math.min(LARGEST_CHUNK, chunk * 4)) {
      const rows = statement.all(this.id, key, record, reverse ? low : high, chunk) as unknown as [Uint8Array, number][];
      for (const row of rows) {
        [key, record] = row;
        yield row;
      }
      if (rows.length < chunk) return;
    }
  }
}
