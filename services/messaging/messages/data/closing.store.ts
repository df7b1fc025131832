import { date, of, text } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { afterCommit, type Tx } from "#libs/platform/mongo/transaction.ts";

/**
 * Why open messages are closed: a banned creator can no longer reply, a banned user can neither send nor reply. After a chargeback the
 * money of a message is needed for it.
 */
export type ClosingReason = "CREATOR_BANNED" | "USER_BANNED" | "CHARGEBACK";

/** A request to close open messages of a user. A job works through it in batches. */
export interface ClosingDoc extends DocumentIn<typeof closings> {}

const NEVER = new Date(0);

export const closings = defineCollection({
  name: "closings",
  fields: {
    /** One for each user and reason. */
    _id: text,
    userId: text,
    reason: of<ClosingReason>(),
    requestedAt: date,
    /** When the job last worked on it; the job takes the oldest first. */
    sweptAt: date,
  },
  indexes: [{ name: "longest_waiting", key: { sweptAt: 1, requestedAt: 1 } }],
});

export interface ClosingStore {
  /** Calls back after each commit of a request. */
  onRequested(listener: () => void): void;
  /** Requests a closing. A repeated request starts it again. */
  upsert(tx: Tx, closing: Omit<ClosingDoc, "_id" | "sweptAt">): Promise<void>;
  delete(tx: Tx, closing: Pick<ClosingDoc, "userId" | "reason">): Promise<void>;
  /** New ones first, then those swept longest ago, so that a long closing does not delay the others. */
  list(limit: number): Promise<ClosingDoc[]>;
  markSwept(closing: ClosingDoc, sweptAt: Date): Promise<void>;
  /** Deletes a closing, unless it was requested again since it was read. */
  deleteUnchanged(closing: ClosingDoc): Promise<void>;
}

export function closingStore(database: Collections): ClosingStore {
  const collection = database.collection(closings);
  let requested = () => undefined as void;
  return {
    onRequested(listener) {
      requested = listener;
    },
    async upsert(tx, closing) {
      afterCommit(tx, () => requested());
      await collection.updateOne({ _id: idOf(closing) }, { $set: { ...closing, sweptAt: NEVER } }, { tx, upsert: true });
    },
    async delete(tx, closing) {
      await collection.deleteOne({ _id: idOf(closing) }, { tx });
    },
    list: (limit) => collection.find({ requestedAt: { $exists: true } }, { sort: { sweptAt: 1, requestedAt: 1 }, limit }),
    async markSwept({ _id, requestedAt }, sweptAt) {
      await collection.updateOne({ _id, requestedAt }, { $set: { sweptAt } });
    },
    async deleteUnchanged({ _id, requestedAt }) {
      await collection.deleteOne({ _id, requestedAt });
    },
  };
}

function idOf({ userId, reason }: Pick<ClosingDoc, "userId" | "reason">): string {
  return `${reason}:${userId}`;
}
