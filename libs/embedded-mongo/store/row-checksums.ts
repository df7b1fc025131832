import { crc32 } from "node:zlib";

/** The records of a collection are numbered from `collection * ROWS` on. */
export const ROWS = 2 ** 32;

/** The number of the catalog among the counters; collections and indexes have numbers from 1 on. */
export const CATALOG = 0;

/** The checksum of a record depends on its row, so that a record in a wrong place is noticed too. */
export function recordChecksum(row: number, bytes: Uint8Array): number {
  return crc32(bytes, (row ^ Math.floor(row / ROWS)) >>> 0);
}

/** The checksum of an entry of an index. The sum of all shows whether one is missing or changed. */
export function entryChecksum(key: Uint8Array, record: number): number {
  return crc32(key, record);
}

/** The checksum of the description of a collection. */
export function catalogChecksum(id: number, bytes: Uint8Array): number {
  return crc32(bytes, id);
}

/** The checksum of the results of a session. */
export function sessionChecksum(id: string, usedAt: number, bytes: Uint8Array): number {
  return crc32(bytes, crc32(`${id} ${usedAt}`));
}
