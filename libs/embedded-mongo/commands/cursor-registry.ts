import { Long } from "bson";
import { MAX_DOCUMENT_BYTES } from "../values/codec.ts";
import { MongoError } from "../values/mongo-error.ts";
import { type Command, type Connection, CursorBatch } from "./model.ts";

/** Where a cursor takes its documents from. */
export interface CursorSource {
  readonly length: number;
  bytesAt(index: number): Buffer;
}
export const bytesSource = (documents: readonly Buffer[]): CursorSource => ({
  length: documents.length,
  bytesAt: (index) => documents[index] ?? Buffer.alloc(0),
});

interface Cursor {
  readonly id: Long;
  readonly namespace: string;
  readonly source: CursorSource;
  at: number;
  readonly sessionId: string | null;
  readonly connection: Connection;
  readonly noTimeout: boolean;
  usedAt: number;
}

const DEFAULT_BATCH = 101;
const MAX_CURSORS_PER_CONNECTION = 1000;
const IDLE_MILLISECONDS = 600_000;
/** Room for what a reply has besides documents. */
const REPLY_OVERHEAD_BYTES = 16_384;

function takeBatch(cursor: Cursor, size: number): Buffer[] {
  const batch: Buffer[] = [];
  let bytes = 0;
  while (cursor.at < cursor.source.length && batch.length < size) {
    const document = cursor.source.bytesAt(cursor.at);
    if (batch.length && bytes + document.length > MAX_DOCUMENT_BYTES - REPLY_OVERHEAD_BYTES) break;
    bytes += document.length;
    batch.push(document);
    cursor.at++;
  }
  return batch;
}

/** The open cursors of all clients. */
export class CursorRegistry {
  #cursors = new Map<string, Cursor>();
  #sequence = 1n;

  /** Opens a cursor and takes its first batch; it stays open only while there is more. */
  open(
    command: Command,
    namespace: string,
    source: CursorSource,
    options: { batchSize?: number | undefined; single?: boolean } = {},
  ): CursorBatch {
    const { connection } = command;
    const cursor: Cursor = {
      id: Long.fromBigInt(BigInt(Date.now()) * 4096n + this.#sequence++),
      namespace,
      source,
      at: 0,
      sessionId: command.session?.id ?? null,
      connection,
      noTimeout: command.body.noCursorTimeout === true,
      usedAt: Date.now(),
    };
    const documents = takeBatch(cursor, options.batchSize ?? DEFAULT_BATCH);
    const stays = cursor.at < source.length && !options.single;
    if (stays) {
      if (connection.cursors.size >= MAX_CURSORS_PER_CONNECTION)
        throw new MongoError(146, "ExceededMemoryLimit", `a connection may have ${MAX_CURSORS_PER_CONNECTION} open cursors on this server`);
      const key = cursor.id.toString();
      this.#cursors.set(key, cursor);
      connection.cursors.add(key);
    }
    return new CursorBatch({
      namespace,
      id: stays ? cursor.id : Long.ZERO,
      field: "firstBatch",
      documents,
      snapshotTime: command.snapshotTime,
    });
  }

  /** The next batch; throws CursorNotFound, or refuses another namespace or session. */
  next(command: Command, key: string, namespace: string, batchSize: number): CursorBatch {
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
    const documents = takeBatch(cursor, batchSize);
    cursor.usedAt = Date.now();
    const done = cursor.at >= cursor.source.length;
    if (done) this.close(key);
    return new CursorBatch({ namespace, id: done ? Long.ZERO : cursor.id, field: "nextBatch", documents });
  }

  close(key: string): boolean {
    this.#cursors.get(key)?.connection.cursors.delete(key);
    return this.#cursors.delete(key);
  }

  closeOfSession(sessionId: string): void {
    for (const [key, cursor] of this.#cursors) if (cursor.sessionId === sessionId) this.close(key);
  }

  closeIdle(now: number): void {
    for (const [key, cursor] of this.#cursors) if (!cursor.noTimeout && now - cursor.usedAt > IDLE_MILLISECONDS) this.close(key);
  }
}
