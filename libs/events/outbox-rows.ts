import { type Connection, type Model, Schema } from "mongoose";
import { DAY, SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Tx } from "#libs/mongo/transaction.ts";

/** Published facts are kept so long: a lost stream can be refilled. */
const KEPT_SECONDS = (7 * DAY) / SECOND;

/** A fact, and how far it has got. */
export interface OutboxRow {
  /** The event id. Grows with time. */
  readonly _id: string;
  readonly event: string;
  readonly payload: unknown;
  readonly requestId: string | null;
  readonly source: string;
  readonly createdAt: Date;
  /** When the stream confirmed it. */
  readonly publishedAt: Date | null;
  /** The life of the stream that confirmed it. */
  readonly publishedTo: string | null;
  /** Until then it belongs to the relay of the process that wrote or claimed it. */
  readonly claimedUntil: Date;
  readonly claim: string | null;
}

export type NewOutboxRow = Pick<OutboxRow, "_id" | "event" | "payload" | "requestId" | "source" | "createdAt" | "claimedUntil">;

/** The queries on the outbox collection of one database. */
export interface OutboxRows {
  insert(tx: Tx, row: NewOutboxRow): Promise<void>;
  /** The oldest unpublished rows that no other relay holds, now held until `until`. */
  claim(now: Date, until: Date, limit: number): Promise<OutboxRow[]>;
  markPublished(ids: readonly string[], at: Date, generation: string): Promise<void>;
  /** Gives rows that could not be published back, for any relay after `until`. */
  release(ids: readonly string[], until: Date): Promise<void>;
  /** Makes everything unpublished again that only another life of the stream has seen. Returns how many rows. */
  reopenLost(generation: string): Promise<number>;
  countPending(): Promise<number>;
}

const schema = new Schema<OutboxRow>(
  {
    _id: { type: String, required: true },
    event: { type: String, required: true },
    payload: { type: Schema.Types.Mixed },
    requestId: { type: String, default: null },
    source: { type: String, required: true },
    createdAt: { type: Date, required: true },
    publishedAt: { type: Date, default: null },
    publishedTo: { type: String, default: null },
    claimedUntil: { type: Date, required: true },
    claim: { type: String, default: null },
  },
  { versionKey: false },
);
schema.index({ publishedAt: 1, _id: 1 }, { name: "unpublished" });
schema.index({ publishedTo: 1 }, { name: "published_to" });
schema.index({ publishedAt: 1 }, { name: "retention", expireAfterSeconds: KEPT_SECONDS });

/** A row that belongs to nobody. */
export const NEVER = new Date(0);

export function outboxModel(connection: Connection): Model<OutboxRow> {
  return (connection.models.Outbox as Model<OutboxRow> | undefined) ?? connection.model<OutboxRow>("Outbox", schema.clone(), "outbox");
}

/** Greater than it are exactly the texts that are not empty. */
export const NO_TEXT = "";

/**
 * Lets one database find facts by a user's id in a payload, for as long as a text of that user is in there, too. The others pay
 * nothing for it, and neither does a fact without such a text.
 */
export function indexNamesInFacts(connection: Connection, owner: string, text: string): void {
  const { schema: own } = outboxModel(connection);
  const name = `named_${owner}_${text}`;
  if (own.indexes().some(([, options]) => options.name === name)) return;
  own.index({ [`payload.${owner}`]: 1 }, { name, partialFilterExpression: { [`payload.${text}`]: { $gt: NO_TEXT } } });
}

export function outboxRows(connection: Connection): OutboxRows {
  const model = outboxModel(connection);
  return {
    async insert(session, row) {
      const unpublished = { publishedAt: null, publishedTo: null, claim: null };
      // Not through the model: its casts would drop empty objects of a payload.
      await connection.collection<OutboxRow>(model.collection.name).insertOne({ ...row, ...unpublished }, { session });
    },
    async claim(now, until, limit) {
      const open = { publishedAt: null, claimedUntil: { $lte: now } };
      const found = await model.find(open, { _id: 1 }).sort({ _id: 1 }).limit(limit).lean();
      if (found.length === 0) return [];
      const ids = found.map(({ _id }) => _id);
      const claim = uuid();
      await model.updateMany({ _id: { $in: ids }, ...open }, { $set: { claimedUntil: until, claim } });
      return model
        .find({ _id: { $in: ids }, claim })
        .sort({ _id: 1 })
        .lean();
    },
    async markPublished(ids, at, generation) {
      await model.updateMany({ _id: { $in: ids } }, { $set: { publishedAt: at, publishedTo: generation } });
    },
    async release(ids, until) {
      await model.updateMany({ _id: { $in: ids } }, { $set: { claimedUntil: until } });
    },
    async reopenLost(generation) {
      const reopened = { $set: { publishedAt: null, publishedTo: null, claimedUntil: NEVER } };
      // Two ranges instead of an inequality: each is a walk along the index. What was never published has no string there.
      const older = await model.updateMany({ publishedTo: { $lt: generation } }, reopened);
      const newer = await model.updateMany({ publishedTo: { $gt: generation } }, reopened);
      return older.modifiedCount + newer.modifiedCount;
    },
    countPending: () => model.countDocuments({ publishedAt: null }),
  };
}
