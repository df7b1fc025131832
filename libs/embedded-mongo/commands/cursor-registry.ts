import { Long } from "bson";
import type { Interruption } from "../engine/interruption.ts";
import type { Steps } from "../engine/steps.ts";
import { MAX_DOCUMENT_BYTES } from "../values/document.ts";
import { MongoError } from "../values/mongo-error.ts";
import { type Command, type Connection, CursorBatch } from "./model.ts";
import { readInTurns } from "./read-in-turns.ts";

/** The documents of a cursor. */
export interface CursorSource {
  /** The next document, null after the last one, or undefined where the work should pause for other commands. */
  next(interruption: Interruption): Buffer | null | undefined;
}

export function bytesSource(documents: Iterable<Buffer>): CursorSource {
  const iterator = documents[Symbol.iterator]();
  return {
    next() {
      const { done, value } = iterator.next();
      return done ? null : value;
    },
  };
}

interface Cursor {
  readonly id: Long;
  readonly namespace: string;
  readonly source: CursorSource;
  /** The document behind the last batch, null if there is none, undefined if it has not been read. */
  ahead: Buffer | null | undefined;
  readonly sessionId: string | null;
  readonly connection: Connection;
  readonly noTimeout: boolean;
  readonly readsCached: boolean;
  usedAt: number;
  /** The remaining time limit of the command that has opened the cursor. */
  remainingMs: number;
  /** The interruption of the command that is reading a batch. */
  reader: Interruption | null;
}

const DEFAULT_BATCH_SIZE = 101;
const MAX_CURSORS_PER_CONNECTION = 1000;
const IDLE_TIMEOUT_MS = 600_000;
/** Reserved for the fields of a reply other than documents. */
const REPLY_OVERHEAD_BYTES = 16_384;

function* takeBatch(cursor: Cursor, size: number, interruption: Interruption): Steps<Buffer[]> {
  const batch: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const document = yield* documentAhead(cursor, interruption);
    if (document === null || batch.length >= size) return batch;
    if (batch.length && bytes + document.length > MAX_DOCUMENT_BYTES - REPLY_OVERHEAD_BYTES) return batch;
    bytes += document.length;
    batch.push(document);
    cursor.ahead = undefined;
  }
}

function* documentAhead(cursor: Cursor, interruption: Interruption): Steps<Buffer | null> {
  while (cursor.ahead === undefined) {
    if (interruption.step()) yield;
    cursor.ahead = cursor.source.next(interruption);
    if (cursor.ahead === undefined) yield;
  }
  return cursor.ahead;
}

/** The open cursors of all clients. */
export class CursorRegistry {
  #cursors = new Map<string, Cursor>();
  #sequence = 1n;

  /** Returns the first batch of a new cursor; registers the cursor only if there are more documents. */
  async open(
    command: Command,
    namespace: string,
    source: CursorSource,
    options: { batchSize?: number | undefined; single?: boolean } = {},
  ): Promise<CursorBatch> {
    const { connection, interruption } = command;
    const cursor: Cursor = {
      id: Long.fromBigInt(BigInt(Date.now()) * 4096n + this.#sequence++),
      namespace,
      source,
      ahead: undefined,
      sessionId: command.session?.id ?? null,
      connection,
      noTimeout: command.body.noCursorTimeout === true,
      readsCached: command.readsCached,
      usedAt: Date.now(),
      remainingMs: Number.POSITIVE_INFINITY,
      reader: null,
    };
    const documents = await readInTurns(command, takeBatch(cursor, options.batchSize ?? DEFAULT_BATCH_SIZE, interruption));
    cursor.remainingMs = interruption.deadline - Date.now();
    const hasMore = cursor.ahead !== null && !options.single;
    if (hasMore) {
      if (connection.cursors.size >= MAX_CURSORS_PER_CONNECTION)
        throw new MongoError(146, "ExceededMemoryLimit", `a connection may have ${MAX_CURSORS_PER_CONNECTION} open cursors on this server`);
      const key = cursor.id.toString();
      this.#cursors.set(key, cursor);
      connection.cursors.add(key);
    }
    return new CursorBatch({
      namespace,
      id: hasMore ? cursor.id : Long.ZERO,
      field: "firstBatch",
      documents,
      snapshotTime: command.snapshotTime,
    });
  }

  /** Returns the next batch. Throws CursorNotFound, or a MongoError if the namespace or session is not that of the cursor. */
  async next(command: Command, key: string, namespace: string, batchSize: number): Promise<CursorBatch> {
    const cursor = this.#cursors.get(key);
    if (!cursor) throw new MongoError(43, "CursorNotFound", `cursor id ${key} not found`);
    if (cursor.namespace !== namespace)
      throw new MongoError(
        13,
        "Unauthorized",
        `Requested getMore on namespace '${namespace}', but cursor belongs to a different namespace ${cursor.namespace}`,
      );
    if (cursor.sessionId && command.session && cursor.sessionId !== command.session.id)
      throw new MongoError(
        50738,
        "Location50738",
        `Cannot run getMore on cursor ${key}, which was created in session ${cursor.sessionId}, in session ${command.session.id}`,
      );
    if (cursor.reader) throw new MongoError(12051, "CursorInUse", `cursor id ${key} is already in use`);
    const documents = await this.#read(command, cursor, batchSize);
    const done = cursor.ahead === null;
    if (done) this.close(key);
    return new CursorBatch({ namespace, id: done ? Long.ZERO : cursor.id, field: "nextBatch", documents });
  }

  async #read(command: Command, cursor: Cursor, batchSize: number): Promise<Buffer[]> {
    const { interruption } = command;
    command.readsCached = cursor.readsCached;
    cursor.reader = interruption;
    interruption.deadline = Math.min(interruption.deadline, Date.now() + cursor.remainingMs);
    try {
      return await readInTurns(command, takeBatch(cursor, batchSize, interruption));
    } catch (error) {
      this.close(cursor.id.toString());
      throw error;
    } finally {
      cursor.reader = null;
      cursor.usedAt = Date.now();
      cursor.remainingMs = interruption.deadline - cursor.usedAt;
    }
  }

  /** Closes a cursor on a namespace; false if there is none. */
  kill(key: string, namespace: string): boolean {
    return this.#cursors.get(key)?.namespace === namespace && this.close(key);
  }

  close(key: string): boolean {
    const cursor = this.#cursors.get(key);
    cursor?.connection.cursors.delete(key);
    cursor?.reader?.interrupt(new MongoError(237, "CursorKilled", `cursor id ${key} was killed`));
    return this.#cursors.delete(key);
  }

  closeSessionCursors(sessionId: string): void {
    for (const [key, cursor] of this.#cursors) if (cursor.sessionId === sessionId) this.close(key);
  }

  closeIdle(now: number): void {
    for (const [key, cursor] of this.#cursors)
      if (!cursor.noTimeout && !cursor.reader && now - cursor.usedAt > IDLE_TIMEOUT_MS) this.close(key);
  }
}
