import { MAX_MESSAGE_BYTES } from "../commands/administration.ts";
import { type Doc, decode, isDoc } from "../values/document.ts";
import { documentSize, endOfText, extractDocuments, ProtocolError } from "./raw-bson.ts";

const OP_QUERY = 2004;
const OP_MSG = 2013;
const HEADER_BYTES = 16;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
const MESSAGE_OVERHEAD_BYTES = 16_384;

/** A request message. */
export interface Message {
  readonly requestId: number;
  /** Whether it is an OP_QUERY handshake, which gets an OP_REPLY. */
  readonly isLegacy: boolean;
  readonly body: Doc;
  readonly database: string;
  readonly sequences: Map<string, Buffer[]>;
  /** Whether the client expects no reply. */
  readonly isOneWay: boolean;
}

function readLegacyQuery(bytes: Buffer, requestId: number): Message {
  const namespaceEnd = endOfText(bytes, 20);
  const at = namespaceEnd + 9;
  const query = decode(bytes.subarray(at, at + documentSize(bytes, at)));
  const body = isDoc(query.$query) ? query.$query : query;
  const [database = "admin"] = bytes.toString("utf8", 20, namespaceEnd).split(".");
  return { requestId, isLegacy: true, body, database, sequences: new Map(), isOneWay: false };
}

function readSequence(bytes: Buffer, at: number, end: number, sequences: Map<string, Buffer[]>): void {
  const nameEnd = endOfText(bytes, at + 4);
  const documents: Buffer[] = [];
  for (let start = nameEnd + 1; start < end; ) {
    const size = documentSize(bytes, start, end);
    documents.push(Buffer.from(bytes.subarray(start, start + size)));
    start += size;
  }
  sequences.set(bytes.toString("utf8", at + 4, nameEnd), documents);
}

function readBody(bytes: Buffer, sequences: Map<string, Buffer[]>): Doc {
  const cut = extractDocuments(bytes, "insert", "documents");
  if (!cut) return decode(bytes);
  sequences.set("documents", cut.documents);
  return decode(cut.body);
}

/** Parses a complete message; throws a ProtocolError or a BSONError for invalid bytes. */
export function readMessage(bytes: Buffer): Message {
  const requestId = bytes.readInt32LE(4);
  const operation = bytes.readInt32LE(12);
  if (operation === OP_QUERY) return readLegacyQuery(bytes, requestId);
  if (operation !== OP_MSG) throw new ProtocolError(`operation ${operation} is not supported`);
  const flags = bytes.readUInt32LE(HEADER_BYTES);
  const end = flags & CHECKSUM_PRESENT ? bytes.length - 4 : bytes.length;
  const sequences = new Map<string, Buffer[]>();
  let body: Doc = {};
  for (let at = HEADER_BYTES + 4; at < end; ) {
    const kind = bytes[at++];
    const size = documentSize(bytes, at, end);
    if (kind === 0) body = readBody(bytes.subarray(at, at + size), sequences);
    else if (kind === 1) readSequence(bytes, at, at + size, sequences);
    else throw new ProtocolError(`section kind ${kind} is not supported`);
    at += size;
  }
  const database = typeof body.$db === "string" ? body.$db : "test";
  return { requestId, isLegacy: false, body, database, sequences, isOneWay: (flags & MORE_TO_COME) !== 0 };
}

/** Splits a stream of bytes into messages; throws a ProtocolError for an invalid length. */
export function createMessageSplitter(onMessage: (bytes: Buffer) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let available = 0;
  let needed = 4;
  return (chunk) => {
    chunks.push(chunk);
    available += chunk.length;
    while (available >= needed) {
      const joined = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, available);
      const length = joined.readInt32LE(0);
      if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES + MESSAGE_OVERHEAD_BYTES)
        throw new ProtocolError(`a message cannot have ${length} bytes`);
      if (available < length) {
        chunks = [joined];
        needed = length;
        return;
      }
      const rest = joined.subarray(length);
      chunks = rest.length ? [rest] : [];
      available = rest.length;
      needed = 4;
      onMessage(joined.subarray(0, length));
    }
  };
}
