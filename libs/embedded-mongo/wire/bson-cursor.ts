const FIXED_SIZES: Readonly<Record<number, number>> = {
  1: 8,
  6: 0,
  7: 12,
  8: 1,
  9: 8,
  10: 0,
  16: 4,
  17: 8,
  18: 8,
  19: 16,
  127: 0,
  255: 0,
};
const EMBEDDED_DOCUMENT = 3;
const ARRAY = 4;
const SMALLEST_DOCUMENT = 5;

/** Thrown for bytes that are no message; the connection is closed. */
export class ProtocolError extends Error {}

export function endOfText(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(0, from);
  if (end < 0) throw new ProtocolError("unterminated text");
  return end;
}

/** The length of a document at a place; throws where it does not fit. */
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
    case 11:
      return endOfText(bytes, endOfText(bytes, at) + 1) + 1 - at;
  }
  const prefixed: Readonly<Record<number, number>> = { 2: 4, 5: 5, 12: 16, 13: 4, 14: 4 };
  const extra = prefixed[type];
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

/** Cuts the documents of an array out of a command's body, so that they are stored byte for byte as they were sent. */
export function cutDocuments(body: Buffer, command: string, field: string): { body: Buffer; documents: Buffer[] } | null {
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
