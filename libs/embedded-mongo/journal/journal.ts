import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { creationOperations } from "../engine/catalog.ts";
import type { Engine, JournalOperation } from "../engine/model.ts";
import { encode } from "../values/codec.ts";
import { encodeRecord, JOURNAL_HEADER, readRecords } from "./journal-record.ts";
import { replayOperation } from "./replay.ts";

/** Keeps what was committed in a file that only grows, and is read again at start. */
export interface Journal {
  /** Hands what is pending to the operating system (with fsync: to the disk); throws where that fails. */
  flush(): void;
  close(): void;
}

export interface JournalOptions {
  readonly directory: string;
  /** Whether a flush waits for the disk, and so survives a power cut. */
  readonly fsync: boolean;
}

const COMPACT_FROM_BYTES = 1 << 20;
const COMPACT_AT_RATIO = 4;
const RECORDS_PER_BATCH = 500;

function writeFully(descriptor: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Reads the journal into the engine and cuts a torn last record off; returns the length that is good. */
function readJournal(file: string, engine: Engine): number {
  if (!existsSync(file)) return 0;
  const bytes = readFileSync(file);
  if (bytes.length < JOURNAL_HEADER.length) return 0;
  if (!bytes.subarray(0, JOURNAL_HEADER.length).equals(JOURNAL_HEADER))
    throw new Error(`embedded-mongo: ${file} is no journal of this server`);
  const { end, isDamaged } = readRecords(bytes, (operations) => {
    for (const operation of operations) replayOperation(engine, operation);
  });
  if (isDamaged) writeFileSync(`${file}.damaged-${Date.now()}`, bytes.subarray(end));
  return end;
}

function liveBytes(engine: Engine): number {
  let bytes = 0;
  for (const collections of engine.databases.values())
    for (const { records } of collections.values())
      for (const record of records.values()) {
        record.bytes ??= encode(record.document);
        bytes += record.bytes.length;
      }
  return bytes;
}

function* snapshotRecords(engine: Engine): Iterable<Buffer> {
  for (const collections of engine.databases.values()) {
    for (const collection of collections.values()) {
      yield encodeRecord(creationOperations(collection));
      let batch: JournalOperation[] = [];
      for (const record of collection.records.values()) {
        record.bytes ??= encode(record.document);
        batch.push({ op: "insert", ns: collection.namespace, doc: record.bytes });
        if (batch.length < RECORDS_PER_BATCH) continue;
        yield encodeRecord(batch);
        batch = [];
      }
      if (batch.length) yield encodeRecord(batch);
    }
  }
}

/** Writes the present state to a new file that takes the place of the old one; returns its length. */
function compact(file: string, engine: Engine): number {
  const replacement = `${file}.new`;
  const descriptor = openSync(replacement, "w");
  let length = JOURNAL_HEADER.length;
  writeFully(descriptor, JOURNAL_HEADER);
  for (const record of snapshotRecords(engine)) {
    writeFully(descriptor, record);
    length += record.length;
  }
  fdatasyncSync(descriptor);
  closeSync(descriptor);
  renameSync(replacement, file);
  syncDirectory(path.dirname(file));
  return length;
}

/** Opens the journal of a data directory: replays it, compacts it where it has outgrown the data, and appends from then on. */
export function openJournal(engine: Engine, { directory, fsync }: JournalOptions): Journal {
  const file = path.join(directory, "journal.bson");
  let length = readJournal(file, engine);
  if (length > COMPACT_FROM_BYTES && length > COMPACT_AT_RATIO * liveBytes(engine)) length = compact(file, engine);
  let descriptor = openSync(file, "a");
  if (fstatSync(descriptor).size > length) ftruncateSync(descriptor, length);
  if (length === 0) {
    writeFully(descriptor, JOURNAL_HEADER);
    length = JOURNAL_HEADER.length;
  }
  let pending: Buffer[] = [];
  let scheduled: NodeJS.Immediate | null = null;

  const write = (bytes: Buffer): void => {
    try {
      writeFully(descriptor, bytes);
      if (fsync) fdatasyncSync(descriptor);
    } catch (error) {
      // what was written in part would hide everything after it
      ftruncateSync(descriptor, length);
      throw error;
    }
    length += bytes.length;
  };
  const flush = (): void => {
    if (scheduled) clearImmediate(scheduled);
    scheduled = null;
    if (!pending.length || descriptor < 0) return;
    write(Buffer.concat(pending));
    pending = [];
  };
  engine.journal = (operations) => {
    if (!operations.length) return;
    pending.push(encodeRecord(operations));
    scheduled ??= setImmediate(flush);
  };
  return {
    flush,
    close() {
      flush();
      fdatasyncSync(descriptor);
      closeSync(descriptor);
      descriptor = -1;
      engine.journal = null;
    },
  };
}
