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
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { creationOperations } from "../engine/catalog.ts";
import type { Engine, JournalOperation } from "../engine/model.ts";
import { encode } from "../values/codec.ts";
import { MongoError } from "../values/mongo-error.ts";
import { encodeRecord, JOURNAL_HEADER, readRecords } from "./journal-record.ts";
import { replayOperation } from "./replay.ts";

/**
 * Keeps what is committed in a file that only grows, and is read again at start. A commit is handed to the operating
 * system before it happens: one that finds no space is refused, and changes nothing.
 */
export interface Journal {
  /** With fsync: waits until the disk has everything. Throws where that fails, and ever after: what the disk has is not known then. */
  sync(): void;
  close(): void;
}

export interface JournalOptions {
  readonly directory: string;
  /** Whether what is acknowledged is on the disk, and so survives a power cut. */
  readonly fsync: boolean;
  /** Hears of the first write that fails after one that did not. */
  onFailure(error: unknown): void;
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

/** A journal for whose smaller copy there is no room stays as it is. */
function compactIfRoom(file: string, engine: Engine, length: number, onFailure: JournalOptions["onFailure"]): number {
  try {
    return compact(file, engine);
  } catch (error) {
    rmSync(`${file}.new`, { force: true });
    onFailure(error);
    return length;
  }
}

/** Opens the journal of a data directory: replays it, compacts it where it has outgrown the data, and appends from then on. */
export function openJournal(engine: Engine, { directory, fsync, onFailure }: JournalOptions): Journal {
  const file = path.join(directory, "journal.bson");
  let length = readJournal(file, engine);
  if (length > COMPACT_FROM_BYTES && length > COMPACT_AT_RATIO * liveBytes(engine)) length = compactIfRoom(file, engine, length, onFailure);
  const descriptor = openSync(file, "a");
  if (fstatSync(descriptor).size > length) ftruncateSync(descriptor, length);
  const append = appender(descriptor, length, onFailure);
  if (length === 0) {
    append(JOURNAL_HEADER);
    // a new file is on the disk when its name is there as well
    if (fsync) syncDirectory(directory);
  }
  let unsynced = false;
  let syncFailure: unknown = null;

  engine.journal = (operations) => {
    if (!operations.length) return;
    append(encodeRecord(operations));
    unsynced = true;
  };
  return {
    sync() {
      if (syncFailure) throw syncFailure;
      if (!fsync || !unsynced) return;
      try {
        fdatasyncSync(descriptor);
      } catch (error) {
        // a second call may succeed although the pages of the first are lost
        syncFailure = error;
        throw error;
      }
      unsynced = false;
    },
    close() {
      engine.journal = null;
      unsynced = false;
      fdatasyncSync(descriptor);
      closeSync(descriptor);
    },
  };
}

/** Writes records one after another, each wholly or not at all; throws OutOfDiskSpace where one cannot be written. */
function appender(descriptor: number, end: number, onFailure: JournalOptions["onFailure"]): (bytes: Buffer) => void {
  let length = end;
  let isTorn = false;
  let isFailing = false;
  const cutTorn = () => {
    // what was written in part would hide everything after it
    if (isTorn) ftruncateSync(descriptor, length);
    isTorn = false;
  };
  return (bytes) => {
    try {
      cutTorn();
      isTorn = true;
      writeFully(descriptor, bytes);
      isTorn = false;
      isFailing = false;
      length += bytes.length;
    } catch (error) {
      if (!isFailing) onFailure(error);
      isFailing = true;
      const reason = error instanceof Error ? error.message : String(error);
      throw new MongoError(14_031, "OutOfDiskSpace", `the journal cannot be written: ${reason}`, { wholeCommand: true });
    }
  };
}
