import { type Connection, type Model, Schema } from "mongoose";
import { modelOf } from "./model-of.ts";
import type { Tx } from "./transaction.ts";

interface GuardDoc {
  /** Name of the collection whose documents are counted. */
  readonly _id: string;
  readonly changes: number;
}

const schema = new Schema<GuardDoc>(
  { _id: { type: String, required: true }, changes: { type: Number, required: true } },
  { versionKey: false, strict: "throw" },
);

/** How a collection keeps to a most of documents, whoever adds some at the same moment. */
export interface CountedAlone {
  /** How many documents there are. Of transactions that count, one at a time commits; the others are repeated and count anew. */
  countAlone(tx: Tx): Promise<number>;
  /** Creates what `countAlone` holds on to: two transactions that create it at once could both fail. */
  prepareCount(): Promise<void>;
}

export function countedAlone<T>(connection: Connection, counted: Model<T>): CountedAlone {
  const guards = modelOf<GuardDoc>(connection, "guards", schema);
  const guard = { _id: counted.collection.name };
  return {
    async countAlone(session) {
      await guards.updateOne(guard, { $inc: { changes: 1 } }, { session, upsert: true });
      return counted.countDocuments({}, { session });
    },
    async prepareCount() {
      await guards.updateOne(guard, { $setOnInsert: { changes: 0 } }, { upsert: true });
    },
  };
}
