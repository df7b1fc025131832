import { type Connection, Schema } from "mongoose";
import type { Tx } from "#libs/mongo/transaction.ts";
import { modelOf } from "./model-of.ts";

/** A creator whose open paid messages must be refunded; a job works it off, however many there are. */
export interface ClosingDoc {
  /** User id of the creator. */
  readonly _id: string;
  readonly reason: string;
  readonly requestedAt: Date;
}

const schema = new Schema<ClosingDoc>(
  { _id: { type: String, required: true }, reason: { type: String, required: true }, requestedAt: { type: Date, required: true } },
  { versionKey: false, strict: "throw" },
);
schema.index({ requestedAt: 1 }, { name: "oldest_first" });

export type ClosingStore = ReturnType<typeof closingStore>;

export function closingStore(connection: Connection) {
  const model = modelOf(connection, "Closing", "closings", schema);
  return {
    async request(session: Tx, { _id, ...closing }: ClosingDoc): Promise<void> {
      await model.updateOne({ _id }, { $set: closing }, { session, upsert: true });
    },

    async cancel(session: Tx, creatorUserId: string): Promise<void> {
      await model.deleteOne({ _id: creatorUserId }, { session });
    },

    open(limit: number): Promise<ClosingDoc[]> {
      return model
        .find({ requestedAt: { $exists: true } })
        .sort({ requestedAt: 1 })
        .limit(limit)
        .lean<ClosingDoc[]>()
        .exec();
    },

    /** Done, unless it was requested again meanwhile. */
    async finish({ _id, requestedAt }: ClosingDoc): Promise<void> {
      await model.deleteOne({ _id, requestedAt });
    },
  };
}
