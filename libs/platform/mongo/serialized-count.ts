import { number, text } from "#libs/kernel/fields.ts";
import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Collection, Collections } from "./collection.ts";
import type { Tx } from "./transaction.ts";

const guards = defineCollection({
  name: "guards",
  fields: {
    /** Name of the collection whose documents are counted. */
    _id: text,
    changes: number,
  },
});

/** Limits a collection to a maximum number of documents, even when several transactions add one at the same time. */
export interface SerializedCount {
  /** The number of documents. Of concurrent transactions that count, one commits at a time; the others are retried and count again. */
  inTransaction(tx: Tx): Promise<number>;
  /** Creates the document that `inTransaction` locks: two transactions that create it at once could both fail. */
  prepare(): Promise<void>;
}

export function serializedCount<T>(database: Collections, counted: Collection<T>): SerializedCount {
  const rows = database.collection(guards);
  const guard = { _id: counted.name };
  return {
    async inTransaction(tx) {
      await rows.updateOne(guard, { $inc: { changes: 1 } }, { tx, upsert: true });
      return counted.count({}, { tx });
    },
    async prepare() {
      await rows.updateOne(guard, { $setOnInsert: { changes: 0 } }, { upsert: true });
    },
  };
}
