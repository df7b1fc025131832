import { serialize } from "bson";
import type { CursorBatch } from "../commands/model.ts";
import type { Doc } from "../values/document.ts";

const OP_REPLY = 1;
const OP_MSG = 2013;
/** A larger body is not copied. */
const MAX_COPIED_BYTES = 64 * 1024;
const BSON_TYPE = { string: 2, document: 3, array: 4, timestamp: 0x11, long: 0x12 } as const;

/** A reply: its fields, and a cursor batch if it has one. */
export interface OutgoingReply {
  readonly fields: Doc;
  readonly batch: CursorBatch | null;
}

const digits = (value: number): number => (value < 10 ? 1 : String(value).length);

/** Writes a BSON document into a buffer of a precomputed size. */
class DocumentWriter {
  readonly bytes: Buffer;
  #at = 0;

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafe(size);
  }
  byte(value: number): void {
    this.bytes[this.#at++] = value;
  }
  int32(value: number): void {
    this.#at = this.bytes.writeInt32LE(value, this.#at);
  }
  raw(source: Uint8Array): void {
    this.bytes.set(source, this.#at);
    this.#at += source.length;
  }
  field(type: number, name: string): void {
    this.byte(type);
    this.#at += this.bytes.write(`${name}\0`, this.#at, "latin1");
  }
  text(value: string, byteLength: number): void {
    this.int32(byteLength + 1);
    this.#at += this.bytes.write(value, this.#at, "utf8");
    this.byte(0);
  }
}

/** Encodes the fields of a reply with a cursor whose documents are copied as bytes. */
function encodeWithBatch(fields: Doc, batch: CursorBatch): Buffer {
  const { documents, snapshotTime } = batch;
  const rest = serialize(fields, { ignoreUndefined: true });
  const namespaceBytes = Buffer.byteLength(batch.namespace);
  let arrayBytes = 5;
  for (const [index, document] of documents.entries()) arrayBytes += 2 + digits(index) + document.length;
  const timeBytes = snapshotTime ? 1 + "atClusterTime\0".length + 8 : 0;
  const cursorBytes = 4 + (2 + batch.field.length + arrayBytes) + (1 + 3 + 8) + (1 + 3 + 5 + namespaceBytes) + timeBytes + 1;
  const total = 4 + (1 + "cursor\0".length + cursorBytes) + (rest.length - 5) + 1;
  const writer = new DocumentWriter(total);
  writer.int32(total);
  writer.field(BSON_TYPE.document, "cursor");
  writer.int32(cursorBytes);
  writer.field(BSON_TYPE.array, batch.field);
  writer.int32(arrayBytes);
  for (const [index, document] of documents.entries()) {
    writer.field(BSON_TYPE.document, String(index));
    writer.raw(document);
  }
  writer.byte(0);
  writer.field(BSON_TYPE.long, "id");
  writer.int32(batch.id.low);
  writer.int32(batch.id.high);
  writer.field(BSON_TYPE.string, "ns");
  writer.text(batch.namespace, namespaceBytes);
  if (snapshotTime) {
    writer.field(BSON_TYPE.timestamp, "atClusterTime");
    writer.int32(snapshotTime.low);
    writer.int32(snapshotTime.high);
  }
  writer.byte(0);
  writer.raw(rest.subarray(4, rest.length - 1));
  writer.byte(0);
  return writer.bytes;
}

function header(length: number, replyId: number, requestId: number, operation: number, extra: number): Buffer {
  const bytes = Buffer.alloc(16 + extra);
  bytes.writeInt32LE(16 + extra + length, 0);
  bytes.writeInt32LE(replyId, 4);
  bytes.writeInt32LE(requestId, 8);
  bytes.writeInt32LE(operation, 12);
  return bytes;
}

function headOf(body: Uint8Array, replyId: number, requestId: number, isLegacy: boolean): Buffer {
  if (!isLegacy) return header(body.length, replyId, requestId, OP_MSG, 5);
  const head = header(body.length, replyId, requestId, OP_REPLY, 20);
  head.writeInt32LE(8, 16); // response flag AwaitCapable
  head.writeInt32LE(1, 32); // numberReturned
  return head;
}

/** Encodes a reply for the socket. It is one buffer, because each further buffer costs more than a copy, or a header and a large body. */
export function writeReply(reply: OutgoingReply, replyId: number, requestId: number, isLegacy: boolean): Uint8Array[] {
  const body = reply.batch ? encodeWithBatch(reply.fields, reply.batch) : serialize(reply.fields, { ignoreUndefined: true });
  const head = headOf(body, replyId, requestId, isLegacy);
  return body.length > MAX_COPIED_BYTES ? [head, body] : [Buffer.concat([head, body])];
}
