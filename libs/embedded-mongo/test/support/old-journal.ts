import { writeFileSync } from "node:fs";
import path from "node:path";
import { crc32 } from "node:zlib";
import { mongo } from "mongoose";

const { serialize } = mongo.BSON;
const bytesOf = (document: mongo.Document): Buffer => Buffer.from(serialize(document));

/** A record of the journal that earlier versions kept: length and CRC-32 of the body, then the operations of a commit. */
export function oldRecord(operations: readonly mongo.Document[]): Buffer {
  const body = bytesOf({ operations });
  const prefix = Buffer.alloc(8);
  prefix.writeUInt32LE(body.length, 0);
  prefix.writeUInt32LE(crc32(body), 4);
  return Buffer.concat([prefix, body]);
}

export const put = (op: "insert" | "update", ns: string, document: mongo.Document): mongo.Document => ({ op, ns, doc: bytesOf(document) });

/** Writes the journal of an earlier version into a directory. */
export function writeOldJournal(directory: string, records: readonly Buffer[]): void {
  writeFileSync(path.join(directory, "journal.bson"), Buffer.concat([Buffer.from("EMBEDMG1", "latin1"), ...records]));
}
