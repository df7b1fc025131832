import { inflateSync, constants as zlib } from "node:zlib";
import { AppError } from "#libs/errors/app-error.ts";

/**
 * What a PDF that people look at must not hold: scripts, files, forms with programs, calls of programs and other documents, and encryption,
 * which would hide all of them.
 */
const FORBIDDEN =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|GoTo[ER]|Rendition|Movie|Sound|Encrypt|Crypt)(?![A-Za-z])/;
/** Encodings that writers have not used for many years. They could wrap objects, so that the search would not see these. */
const WRAPPING = /\/(?:ASCIIHexDecode|ASCII85Decode|LZWDecode|RunLengthDecode|AHx|A85|LZW|RL)(?![A-Za-z])/;
const PAGE = /\/Type\s*\/Page(?![A-Za-z])/g;
const HEADER = /^%PDF-(?:1\.[0-7]|2\.0)/;
const MAX_PAGES = 20;
/** Of all streams of a file together. A file of a few kilobytes can inflate to gigabytes. */
const MAX_INFLATED_BYTES = 64 * 1_024 * 1_024;
/** A dictionary of a stream is shorter. */
const MAX_DICTIONARY = 4_096;
const HASH = 35;

export const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).equals(Buffer.from("%PDF-"));

/**
 * Refuses a PDF that could do anything but show pages (400). It searches all bytes for names, rather than the objects that a reader would find:
 * readers repair broken files differently, so what one ignores another one runs.
 */
export function checkPdf(bytes: Buffer): void {
  const text = namesOf(bytes);
  if (!HEADER.test(text) || !text.includes("%%EOF")) throw new AppError("document.error.unsupported");
  const parts = [text, ...inflatedStreams(bytes).map(namesOf)];
  if (parts.some((part) => FORBIDDEN.test(part) || WRAPPING.test(part))) throw new AppError("document.error.unsafe");
  const pages = parts.reduce((sum, part) => sum + (part.match(PAGE)?.length ?? 0), 0);
  if (pages === 0) throw new AppError("document.error.unsupported");
  if (pages > MAX_PAGES) throw new AppError("document.error.too_long");
}

/**
 * The text with its escaped letters written out: a name may be written as `/J#61vaScript`. In one pass over the bytes: a replacement by text
 * takes a minute for a file that is made of escapes.
 */
function namesOf(bytes: Buffer): string {
  const plain = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1, length += 1) {
    const code = bytes[at] === HASH ? digitOf(bytes[at + 1]) * 16 + digitOf(bytes[at + 2]) : Number.NaN;
    plain[length] = Number.isNaN(code) ? (bytes[at] as number) : code;
    if (!Number.isNaN(code)) at += 2;
  }
  return plain.toString("latin1", 0, length);
}

/** The value of a hexadecimal digit; NaN for any other byte. */
function digitOf(byte = 0): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : Number.NaN;
}

/** Every stream that can be inflated; objects may be in any of them. The others are pixels and fonts. */
function inflatedStreams(bytes: Buffer): Buffer[] {
  const inflated: Buffer[] = [];
  let room = MAX_INFLATED_BYTES;
  for (let at = bytes.indexOf("stream"); at >= 0; at = bytes.indexOf("stream", at + 6)) {
    const isEnd = bytes.subarray(at - 3, at).equals(Buffer.from("end"));
    if (isEnd) continue;
    refuseHidden(bytes, at);
    const start = at + 6 + (bytes[at + 6] === 13 ? 2 : 1);
    const content = inflated.length < 10_000 ? inflate(bytes.subarray(start), room) : null;
    if (!content) continue;
    room -= content.length;
    inflated.push(content);
  }
  return inflated;
}

/** Objects in a stream whose parameters would change its bytes again are hidden from the search. */
function refuseHidden(bytes: Buffer, streamAt: number): void {
  const before = namesOf(bytes.subarray(Math.max(0, streamAt - MAX_DICTIONARY), streamAt));
  const dictionary = before.slice(before.lastIndexOf(" obj") + 1);
  const holdsObjects = /\/(?:ObjStm|First)(?![A-Za-z])/.test(dictionary);
  if (holdsObjects && /\/(?:DecodeParms|DP)(?![A-Za-z])/.test(dictionary)) throw new AppError("document.error.unsafe");
}

/**
 * The inflated bytes; null when they are no deflated data. Throws 400 when they are too many, or when the data break: readers show what
 * comes before, so it could hide something, and many broken streams together would inflate without bound.
 */
function inflate(bytes: Buffer, room: number): Buffer | null {
  if (bytes.length < 2 || (bytes[0] as number) % 16 !== 8 || bytes.readUInt16BE(0) % 31 !== 0) return null;
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(room, 1), finishFlush: zlib.Z_SYNC_FLUSH });
  } catch {
    throw new AppError("document.error.unsafe");
  }
}
