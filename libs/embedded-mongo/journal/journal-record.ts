import { crc32 } from "node:zlib";
import { type Binary, deserialize, serialize } from "bson";
import type { JournalOperation } from "../engine/model.ts";

/** The first bytes of a journal file: what it is, and the version of its format. */
export const JOURNAL_HEADER = Buffer.from("EMBEDMG1", "latin1");
const PREFIX_BYTES = 8;

/** One record: length and CRC-32 of the body, then the operations of a commit as BSON. */
export function encodeRecord(operations: readonly JournalOperation[]): Buffer {
  const body = serialize({ operations }, { ignoreUndefined: true });
  const record = Buffer.allocUnsafe(PREFIX_BYTES + body.length);
  record.writeUInt32LE(body.length, 0);
  record.writeUInt32LE(crc32(body), 4);
  record.set(body, PREFIX_BYTES);
  return record;
}

/** An operation as it is read: documents are bytes in a BSON value. */
export type StoredOperation = Exclude<JournalOperation, { op: "insert" | "update" }> | { op: "insert" | "update"; ns: string; doc: Binary };

export interface ReadResult {
  /** Where the last good record ends. */
  readonly end: number;
  /** Whether a whole record stands there that its checksum refutes, and not merely the beginning of one. */
  readonly isDamaged: boolean;
}

/** Reads records from the header on until the end, a torn record or a damaged one. */
export function readRecords(bytes: Buffer, apply: (operations: StoredOperation[]) => void): ReadResult {
  let at = JOURNAL_HEADER.length;
  while (at + PREFIX_BYTES <= bytes.length) {
    const length = bytes.readUInt32LE(at);
    const end = at + PREFIX_BYTES + length;
    if (end > bytes.length) return { end: at, isDamaged: false };
    const body = bytes.subarray(at + PREFIX_BYTES, end);
    if (length === 0 || crc32(body) !== bytes.readUInt32LE(at + 4)) return { end: at, isDamaged: true };
    apply(deserialize(body, { promoteLongs: false, promoteBuffers: false, bsonRegExp: true }).operations as StoredOperation[]);
    at = end;
  }
  return { end: at, isDamaged: false };
}
