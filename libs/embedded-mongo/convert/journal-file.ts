import { readSync } from "node:fs";
import { crc32 } from "node:zlib";
import { type Binary, deserialize } from "bson";
import type { IndexSpecification } from "../index/collection-index.ts";
import type { Doc } from "../values/document.ts";

/** The first bytes of a journal. Each record after it is the length and the CRC-32 of a body, and the body: the operations of a commit as BSON. */
const HEADER = Buffer.from("EMBEDMG1", "latin1");
const PREFIX_BYTES = 8;
/** How much of the end is searched for a record behind a torn one. */
const SEARCHED_BYTES = 256 * 1024 * 1024;

/** One change as the journal has it. */
export type JournalOperation =
  | { op: "create"; ns: string; options: Doc }
  | { op: "drop"; ns: string }
  | { op: "options"; ns: string; options: Doc }
  | { op: "createIndex"; ns: string; spec: IndexSpecification }
  | { op: "dropIndex"; ns: string; name: string }
  | { op: "insert" | "update"; ns: string; doc: Binary }
  | { op: "delete"; ns: string; id: unknown };

function read(descriptor: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let at = 0;
  while (at < length) {
    const count = readSync(descriptor, bytes, at, length - at, position + at);
    if (count === 0) break;
    at += count;
  }
  return bytes.subarray(0, at);
}

/**
 * The commits of a journal of `size` bytes. The last record may be torn, as kill -9 leaves it: nobody was told of it. Throws
 * for any other damage.
 */
export function* commitsOf(descriptor: number, size: number): Generator<JournalOperation[]> {
  if (size < HEADER.length) return;
  if (!read(descriptor, 0, HEADER.length).equals(HEADER)) throw new Error("it is no journal of this server");
  let at = HEADER.length;
  while (at + PREFIX_BYTES <= size) {
    const prefix = read(descriptor, at, PREFIX_BYTES);
    const length = prefix.readUInt32LE(0);
    const end = at + PREFIX_BYTES + length;
    if (end > size) break;
    const body = read(descriptor, at + PREFIX_BYTES, length);
    if (length === 0 || crc32(body) !== prefix.readUInt32LE(4)) throw new Error(`the record at byte ${at} is damaged`);
    yield deserialize(body, { promoteLongs: false, promoteBuffers: false, bsonRegExp: true }).operations as JournalOperation[];
    at = end;
  }
  if (hasRecord(read(descriptor, at, Math.min(size - at, SEARCHED_BYTES)))) throw new Error(`the record at byte ${at} is damaged`);
}

/** Whether bytes contain a whole record behind their beginning: then what stands there is not torn but damaged. */
function hasRecord(bytes: Buffer): boolean {
  for (let at = 1; at + PREFIX_BYTES + 4 <= bytes.length; at++) {
    const length = bytes.readUInt32LE(at);
    // a BSON document begins with its own length
    if (length < 5 || length !== bytes.readUInt32LE(at + PREFIX_BYTES) || at + PREFIX_BYTES + length > bytes.length) continue;
    const body = bytes.subarray(at + PREFIX_BYTES, at + PREFIX_BYTES + length);
    if (crc32(body) === bytes.readUInt32LE(at + 4)) return true;
  }
  return false;
}
