import { type Connection, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { Tx } from "#libs/mongo/transaction.ts";

/** Whose ban it is: a banned creator answers no more, a banned user neither asks nor answers. */
export type ClosingReason = "CREATOR_BANNED" | "USER_BANNED";

/** A user whose open messages must end; a job works it off, however many there are. */
export interface ClosingDoc {
  /** One for each user and reason. */
  readonly _id: string;
  readonly userId: string;
  readonly reason: ClosingReason;
  readonly requestedAt: Date;
  /** When the job was there last; whose turn is next, it tells. */
  readonly sweptAt: Date;
}

const NEVER = new Date(0);

const schema = new Schema<ClosingDoc>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    reason: { type: String, required: true },
    requestedAt: { type: Date, required: true },
    sweptAt: { type: Date, required: true },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ sweptAt: 1, requestedAt: 1 }, { name: "longest_waiting" });

function idOf({ userId, reason }: Pick<ClosingDoc, "userId" | "reason">): string {
  return `${reason}:${userId}`;
}

export type ClosingStore = ReturnType<typeof closingStore>;

export function closingStore(connection: Connection) {
  const model = modelOf(connection, "closings", schema);
  return {
    async request(session: Tx, closing: Omit<ClosingDoc, "_id" | "sweptAt">): Promise<void> {
      await model.updateOne({ _id: idOf(closing) }, { $set: { ...closing, sweptAt: NEVER } }, { session, upsert: true });
    },

    async cancel(session: Tx, closing: Pick<ClosingDoc, "userId" | "reason">): Promise<void> {
      await model.deleteOne({ _id: idOf(closing) }, { session });
    },

    /** New ones first, then those that were swept longest ago: nobody's refund waits for somebody else's. */
    open(limit: number): Promise<ClosingDoc[]> {
      return model
        .find({ requestedAt: { $exists: true } })
        .sort({ sweptAt: 1, requestedAt: 1 })
        .limit(limit)
        .lean<ClosingDoc[]>()
        .exec();
    },

    async swept({ _id, requestedAt }: ClosingDoc, sweptAt: Date): Promise<void> {
      await model.updateOne({ _id, requestedAt }, { $set: { sweptAt } });
    },

    /** Done, unless it was requested again meanwhile. */
    async finish({ _id, requestedAt }: ClosingDoc): Promise<void> {
      await model.deleteOne({ _id, requestedAt });
    },
  };
}
