import { FIXED_SIZES, PREFIXED_SIZES, REGULAR_EXPRESSION } from "../values/bson-sizes.ts";

const EMBEDDED_DOCUMENT = 3;
const ARRAY = 4;
const SMALLEST_DOCUMENT = 5;

/** Thrown for bytes that are not a valid message; the connection is closed then. */
export class ProtocolError extends Error {}

export function endOfText(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(0, from);
  if (end < 0) throw new ProtocolError("unterminated text");
  return end;
}

/** The size of the document at an offset; throws a ProtocolError if it does not fit. */
export function documentSize(bytes: Buffer, at: number, end = bytes.length): number {
  const size = bytes.readInt32LE(at);
  if (size < SMALLEST_DOCUMENT || at + size > end) throw new ProtocolError(`a document of ${size} bytes does not fit`);
  return size;
}

/** The size of a BSON value, by its type. */
function valueSize(bytes: Buffer, type: number, at: number): number {
  const fixed = FIXED_SIZES[type];
  if (fixed !== undefined) return fixed;
  switch (type) {
    case EMBEDDED_DOCUMENT:
    case ARRAY:
    case 15:
      return documentSize(bytes, at);
    case REGULAR_EXPRESSION:
      return endOfText(bytes, endOfText(bytes, at) + 1) + 1 - at;
  }
  const extra = PREFIXED_SIZES[type];
  const length = bytes.readInt32LE(at);
  if (extra === undefined || length < 0 || at + length > bytes.length) throw new ProtocolError(`no BSON type ${type}`);
  return extra + length;
}

interface Element {
  readonly type: number;
  readonly name: string;
  readonly start: number;
  readonly value: number;
  readonly end: number;
}

function* elements(document: Buffer): Iterable<Element> {
  let at = 4;
  while (document[at] !== 0) {
    const type = document[at];
    if (type === undefined) throw new ProtocolError("unterminated document");
    const nameEnd = endOfText(document, at + 1);
    const value = nameEnd + 1;
    const end = value + valueSize(document, type, value);
    yield { type, name: document.toString("latin1", at + 1, nameEnd), start: at, value, end };
    at = end;
  }
}

/**
 * Extracts the documents of an array from the body of a command, so that they are stored byte for byte as received. Null if
 * the body is another command or the array has other elements.
 */
export function extractDocuments(body: Buffer, command: string, field: string): { body: Buffer; documents: Buffer[] } | null {
  let isFirst = true;
  for (const element of elements(body)) {
    if (isFirst && element.name !== command) return null;
    isFirst = false;
    if (element.name !== field || element.type !== ARRAY) continue;
    const documents: Buffer[] = [];
    const array = body.subarray(element.value, element.end);
    for (const { type, value, end } of elements(array)) {
      if (type !== EMBEDDED_DOCUMENT) return null;
      documents.push(Buffer.from(array.subarray(value, end)));
    }
    const rest = Buffer.concat([body.subarray(0, element.start), body.subarray(element.end)]);
    rest.writeInt32LE(rest.length, 0);
    return { body: rest, documents };
  }
  return null;
}
