import { number, text, withDefault } from "#libs/kernel/fields.ts";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";

/** The hashed part of a collection. */
interface RunningHashDoc extends DocumentIn<typeof runningHashes> {}

export const runningHashes = defineCollection({
  name: "running_hashes",
  fields: {
    /** Name of the collection. */
    _id: text,
    /** Id of the last row in the hash. */
    lastId: text,
    rows: number,
    /** SHA-256 of the hash before the last row, as hex, and that row as JSON. */
    hash: withDefault(text, ""),
  },
  unknownFields: "drop",
});

/** An append-only collection. */
interface Records {
  readonly _id: string;
}

export interface RunningHash {
  /** The hash, as hex, of all rows whose id was created before an instant; null while some of these rows are not hashed yet. */
  upTo(before: Date): Promise<string | null>;
  /** Reads all hashed rows again. False when one was changed, added or removed since; the hash then begins anew. */
  check(): Promise<boolean>;
}

const BATCH_SIZE = 1_000;
/** Longest time that one call spends on reading rows, in milliseconds. */
const READ_MS = 2_000;
/** Rows between two checks of the time. */
const ROWS_PER_LOOK = 100;

type Hashed = Omit<RunningHashDoc, "_id">;
/** The state before the first row: its id precedes every other one. */
const NOTHING: Hashed = { lastId: "0", rows: 0, hash: "" };

/**
 * The running SHA-256 over the rows of a collection in the order of their ids, which are UUIDs v7. It is stored in a row, so that a call
 * reads only the new rows. Hash a row only when it is older than the longest transaction: a row that appears later with an earlier id would
 * be missed.
 */
export function runningHash<T extends Records>(database: Collections, definition: CollectionDefinition<T>): RunningHash {
  const stored = database.collection(runningHashes);
  const records = database.collection(definition as unknown as CollectionDefinition<Records>);
  const _id = definition.name;
  const current = async (): Promise<Hashed> => (await stored.findOne({ _id })) ?? NOTHING;
  const rowsIn = (range: object) => records.scan({ _id: range }, { sort: { _id: 1 }, batchSize: BATCH_SIZE });

  const keep = async (from: Hashed, { lastId, rows, hash }: Hashed): Promise<void> => {
    try {
      // Another process may be further ahead.
      await stored.updateOne({ _id, lastId: from.lastId }, { $set: { lastId, rows, hash } }, from === NOTHING ? { upsert: true } : {});
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  };

  return {
    async upTo(before) {
      const until = elapsedMs() + READ_MS;
      const from = await current();
      let to = from;
      let complete = true;
      for await (const row of rowsIn({ $gt: from.lastId, $lt: firstIdAt(before) })) {
        to = extended(to, row);
        if (to.rows % ROWS_PER_LOOK !== 0 || elapsedMs() < until) continue;
        complete = false;
        break;
      }
      if (to !== from) await keep(from, to);
      return complete ? to.hash : null;
    },
    async check() {
      const known = await current();
      let read = NOTHING;
      for await (const row of rowsIn({ $lte: known.lastId })) read = extended(read, row);
      if (read.hash === known.hash) return true;
      await stored.deleteOne({ _id });
      return false;
    },
  };
}

function extended({ rows, hash }: Hashed, row: Records): Hashed {
  return { lastId: row._id, rows: rows + 1, hash: sha256Hex(`${hash}${JSON.stringify(row, withWholeNumbers)}`) };
}

/** Money is a BigInt, which JSON cannot represent. */
function withWholeNumbers(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

/** The smallest UUID v7 of a millisecond. */
function firstIdAt(instant: Date): string {
  const time = instant.getTime().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
