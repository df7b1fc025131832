import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** A position in the write-ahead log of SQLite. */
export interface LogPosition {
  /** The first salt, which is one higher each time the log starts from its beginning again. */
  readonly salt: number;
  /** The frames from the beginning of the log. */
  readonly frames: number;
}

/** The readable part of a log. */
export interface Log extends LogPosition {
  /** The byte from which on it cannot be read; null if all of it is readable. */
  readonly unreadableFrom: number | null;
  /** The commits that are intact but follow something unreadable. SQLite ignores them. */
  readonly commitsBeyond: number;
}

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** The magic number; its last bit says whether the checksums are over big-endian words. */
const MAGIC = 0x377f0682;

type Sums = readonly [number, number];

/** The checksum of SQLite's log over words of four bytes; it continues the one of the frame before. */
function sumsOf(bytes: Buffer, [first, second]: Sums, bigEndian: boolean): Sums {
  let a = first;
  let b = second;
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + (bigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + b) | 0;
    b = (b + (bigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + a) | 0;
  }
  return [a >>> 0, b >>> 0];
}

const sumsAt = (bytes: Buffer, at: number): Sums => [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
const same = (left: Sums, right: Sums): boolean => left[0] === right[0] && left[1] === right[1];

/** Reads a log as SQLite recovers it; null if its header cannot be read. The frames are those up to the last commit. */
export function readLog(file: string): Log | null {
  const descriptor = openSync(file, "r");
  try {
    const { size } = fstatSync(descriptor);
    if (size === 0) return { salt: 0, frames: 0, unreadableFrom: null, commitsBeyond: 0 };
    const header = Buffer.alloc(HEADER_BYTES);
    if (readSync(descriptor, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return null;
    const bigEndian = header.readUInt32BE(0) === MAGIC + 1;
    const seed = sumsOf(header.subarray(0, 24), [0, 0], bigEndian);
    if ((!bigEndian && header.readUInt32BE(0) !== MAGIC) || !same(seed, sumsAt(header, 24))) return null;
    return { salt: header.readUInt32BE(16), ...readFrames(descriptor, size, { header, bigEndian, seed }) };
  } finally {
    closeSync(descriptor);
  }
}

interface LogHeader {
  readonly header: Buffer;
  readonly bigEndian: boolean;
  readonly seed: Sums;
}

function readFrames(descriptor: number, size: number, { header, bigEndian, seed }: LogHeader): Omit<Log, "salt"> {
  const bytes = Buffer.alloc(FRAME_HEADER_BYTES + header.readUInt32BE(8));
  const salts = header.subarray(16, 24);
  let frames = 0;
  let unreadableFrom: number | null = null;
  let commitsBeyond = 0;
  let sums = seed;
  for (let at = HEADER_BYTES, frame = 1; at + bytes.length <= size; at += bytes.length, frame++) {
    readSync(descriptor, bytes, 0, bytes.length, at);
    const found = sumsAt(bytes, 16);
    const pageSums = sumsOf(bytes.subarray(FRAME_HEADER_BYTES), sumsOf(bytes.subarray(0, 8), sums, bigEndian), bigEndian);
    const isCommit = bytes.readUInt32BE(4) !== 0;
    if (!salts.equals(bytes.subarray(8, 16)) || !same(pageSums, found)) unreadableFrom ??= at;
    else if (isCommit && unreadableFrom === null) frames = frame;
    else if (isCommit) commitsBeyond++;
    // a frame behind an unreadable one is still checked, against the checksum that the unreadable one has
    sums = found;
  }
  return { frames, unreadableFrom, commitsBeyond };
}
