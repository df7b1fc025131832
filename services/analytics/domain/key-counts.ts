import { sha256Hex } from "#libs/kernel/secrets.ts";

/** Counts many keys in a few bytes each. Keys with the same first 64 bits of their SHA-256 count as one key. */
export interface KeyCounts {
  /** Adds the counts of encoded keys. */
  add(packed: Buffer): void;
  /** Subtracts the counts of encoded keys. */
  subtract(packed: Buffer): void;
  /** Number of keys with a count above zero. */
  size(): number;
}

const ENTRY_BYTES = 12;
const SHA256 = /^[0-9a-f]{64}$/;
const FIRST_CAPACITY = 1_024;

/** Encodes keys with their counts: eight bytes of the SHA-256 and four bytes of the count. A key that is a SHA-256 is not hashed again. */
export function packKeys(entries: readonly { readonly key: string; readonly count: number }[]): Buffer {
  const packed = Buffer.alloc(entries.length * ENTRY_BYTES);
  for (const [index, { key, count }] of entries.entries()) {
    packed.write(SHA256.test(key) ? key.slice(0, 16) : sha256Hex(key).slice(0, 16), index * ENTRY_BYTES, "hex");
    packed.writeUInt32LE(count, index * ENTRY_BYTES + 8);
  }
  return packed;
}

/** Number of keys in an encoded list. @internal exported for tests */
export const packedKeyCount = (packed: Buffer): number => packed.length / ENTRY_BYTES;

/** Open addressing over typed arrays: building a `Map` of a million keys would block the event loop for half a second. */
export function keyCounts(): KeyCounts {
  // A random seed, so that a client cannot choose keys that all collide.
  const seed = Math.floor(Math.random() * 2 ** 32);
  let table = emptyTable(FIRST_CAPACITY);
  let positive = 0;

  const change = (high: number, low: number, by: number) => {
    if (table.used * 2 >= table.capacity) table = doubled(table, seed);
    const slot = slotOf(table, seed, high, low);
    if (table.occupied[slot] === 0) occupy(table, slot, high, low);
    const before = table.counts[slot] ?? 0;
    table.counts[slot] = before + by;
    positive += Number(before + by > 0) - Number(before > 0);
  };
  const changeAll = (packed: Buffer, sign: 1 | -1) => {
    for (let at = 0; at < packed.length; at += ENTRY_BYTES) {
      change(packed.readUInt32LE(at), packed.readUInt32LE(at + 4), sign * packed.readUInt32LE(at + 8));
    }
  };
  return { add: (packed) => changeAll(packed, 1), subtract: (packed) => changeAll(packed, -1), size: () => positive };
}

interface Table {
  readonly capacity: number;
  readonly highs: Uint32Array;
  readonly lows: Uint32Array;
  readonly counts: Int32Array;
  readonly occupied: Uint8Array;
  used: number;
}

function emptyTable(capacity: number): Table {
  return {
    capacity,
    highs: new Uint32Array(capacity),
    lows: new Uint32Array(capacity),
    counts: new Int32Array(capacity),
    occupied: new Uint8Array(capacity),
    used: 0,
  };
}

/** The slot of a key, or the free slot for a new key. */
function slotOf({ capacity, highs, lows, occupied }: Table, seed: number, high: number, low: number): number {
  const mixed = Math.imul(low ^ seed, 0x9e3779b1) ^ Math.imul(high ^ seed, 0x85ebca6b);
  let slot = (mixed ^ (mixed >>> 15)) & (capacity - 1);
  while (occupied[slot] !== 0 && (highs[slot] !== high || lows[slot] !== low)) slot = (slot + 1) & (capacity - 1);
  return slot;
}

function occupy(table: Table, slot: number, high: number, low: number): void {
  table.occupied[slot] = 1;
  table.highs[slot] = high;
  table.lows[slot] = low;
  table.used += 1;
}

function doubled(old: Table, seed: number): Table {
  const table = emptyTable(old.capacity * 2);
  for (let from = 0; from < old.capacity; from += 1) {
    if (old.occupied[from] === 0) continue;
    const [high, low] = [old.highs[from] ?? 0, old.lows[from] ?? 0];
    const slot = slotOf(table, seed, high, low);
    occupy(table, slot, high, low);
    table.counts[slot] = old.counts[from] ?? 0;
  }
  return table;
}
