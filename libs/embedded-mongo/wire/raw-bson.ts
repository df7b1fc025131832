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

const FIRST_ELEMENT = 4;

/** The element at an offset; null at the end of the document. */
function elementAt(document: Buffer, start: number): Element | null {
  const type = document[start];
  if (type === 0) return null;
  if (type === undefined) throw new ProtocolError("unterminated document");
  const nameEnd = endOfText(document, start + 1);
  const value = nameEnd + 1;
  const end = value + valueSize(document, type, value);
  return { type, name: document.toString("latin1", start + 1, nameEnd), start, value, end };
}

/**
 * Extracts the documents of an array from the body of a command, so that they are stored byte for byte as received. Null if
 * the body is another command or the array has other elements.
 */
export function extractDocuments(body: Buffer, command: string, field: string): { body: Buffer; documents: Buffer[] } | null {
  let element = elementAt(body, FIRST_ELEMENT);
  if (element?.name !== command) return null;
  for (; element; element = elementAt(body, element.end)) {
    if (element.name !== field || element.type !== ARRAY) continue;
    const documents: Buffer[] = [];
    const array = body.subarray(element.value, element.end);
    for (let each = elementAt(array, FIRST_ELEMENT); each; each = elementAt(array, each.end)) {
      if (each.type !== EMBEDDED_DOCUMENT) return null;
      documents.push(Buffer.from(array.subarray(each.value, each.end)));
    }
    const rest = Buffer.concat([body.subarray(0, element.start), body.subarray(element.end)]);
    rest.writeInt32LE(rest.length, 0);
    return { body: rest, documents };
  }
  return null;
}
