import { sha256Hex } from "#libs/kernel/secrets.ts";

/** How often each of many keys was seen, in a dozen bytes a key. Two keys are one when the first 64 bits of their SHA-256 are. */
export interface KeyCounts {
  /** Adds the counts of packed keys, or takes them away. */
  add(packed: Buffer): void;
  subtract(packed: Buffer): void;
  /** Keys whose count is above zero. */
  size(): number;
}

const ENTRY_BYTES = 12;
const SHA256 = /^[0-9a-f]{64}$/;
const FIRST_CAPACITY = 1_024;

/** Packs keys and their counts: eight bytes of the SHA-256 and four of the count, each. A key that is a SHA-256 stands for itself. */
export function packKeys(entries: readonly { readonly key: string; readonly count: number }[]): Buffer {
  const packed = Buffer.alloc(entries.length * ENTRY_BYTES);
  for (const [index, { key, count }] of entries.entries()) {
    packed.write(SHA256.test(key) ? key.slice(0, 16) : sha256Hex(key).slice(0, 16), index * ENTRY_BYTES, "hex");
    packed.writeUInt32LE(count, index * ENTRY_BYTES + 8);
  }
  return packed;
}

/** Keys in a pack. */
export const packedKeys = (packed: Buffer): number => packed.length / ENTRY_BYTES;

/** Open addressing over plain arrays: a map of a million keys would hold the event loop for half a second. */
export function keyCounts(): KeyCounts {
  // Nobody can choose keys that meet in one place.
  const seed = Math.floor(Math.random() * 2 ** 32);
  let table = emptyTable(FIRST_CAPACITY);
  let above = 0;

  const count = (high: number, low: number, change: number) => {
    if (table.used * 2 >= table.capacity) table = grown(table, seed);
    const slot = slotOf(table, seed, high, low);
    if (table.taken[slot] === 0) take(table, slot, high, low);
    const before = table.counts[slot] ?? 0;
    table.counts[slot] = before + change;
    above += Number(before + change > 0) - Number(before > 0);
  };
  const each = (packed: Buffer, sign: 1 | -1) => {
    for (let at = 0; at < packed.length; at += ENTRY_BYTES) {
      count(packed.readUInt32LE(at), packed.readUInt32LE(at + 4), sign * packed.readUInt32LE(at + 8));
    }
  };
  return { add: (packed) => each(packed, 1), subtract: (packed) => each(packed, -1), size: () => above };
}

interface Table {
  readonly capacity: number;
  readonly highs: Uint32Array;
  readonly lows: Uint32Array;
  readonly counts: Int32Array;
  readonly taken: Uint8Array;
  used: number;
}

function emptyTable(capacity: number): Table {
  return {
    capacity,
    highs: new Uint32Array(capacity),
    lows: new Uint32Array(capacity),
    counts: new Int32Array(capacity),
    taken: new Uint8Array(capacity),
    used: 0,
  };
}

/** Where a key is, or where it would be. */
function slotOf({ capacity, highs, lows, taken }: Table, seed: number, high: number, low: number): number {
  const mixed = Math.imul(low ^ seed, 0x9e3779b1) ^ Math.imul(high ^ seed, 0x85ebca6b);
  let slot = (mixed ^ (mixed >>> 15)) & (capacity - 1);
  while (taken[slot] !== 0 && (highs[slot] !== high || lows[slot] !== low)) slot = (slot + 1) & (capacity - 1);
  return slot;
}

function take(table: Table, slot: number, high: number, low: number): void {
  table.taken[slot] = 1;
  table.highs[slot] = high;
  table.lows[slot] = low;
  table.used += 1;
}

function grown(old: Table, seed: number): Table {
  const table = emptyTable(old.capacity * 2);
  for (let from = 0; from < old.capacity; from += 1) {
    if (old.taken[from] === 0) continue;
    const [high, low] = [old.highs[from] ?? 0, old.lows[from] ?? 0];
    const slot = slotOf(table, seed, high, low);
    take(table, slot, high, low);
    table.counts[slot] = old.counts[from] ?? 0;
  }
  return table;
}
