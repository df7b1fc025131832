import { DAY, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { date, json, nullable, number, optional, text } from "#libs/kernel/fields.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Collection, CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { lapsedRanges } from "#libs/platform/mongo/lapsed-lease.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import type { ConfirmedFact, StoredAt } from "./event-stream.ts";

/** Retention of published events, so that a lost stream can be refilled. */
const RETENTION_SECONDS = (7 * DAY) / SECOND;
/** A stream retains its events as long; events that it is about to drop do not count as lost. */
const MISSED_MS = 6 * DAY;
/** Events whose confirmation may not be recorded yet do not count as lost. */
const RECENT_MS = MINUTE;
const NEWEST_SAMPLE = 200;
const RANDOM_SAMPLES = 10;
const RANDOM_SAMPLE = 30;

/** An event and its state of publication. */
export interface OutboxRow extends DocumentIn<typeof outbox> {}

export type NewOutboxRow = Pick<
  OutboxRow,
  "_id" | "event" | "payload" | "requestId" | "traceparent" | "source" | "createdAt" | "claimedUntil"
>;

/** The event of a kind with the highest sequence number. */
export interface NewestPosition extends ConfirmedFact {
  readonly event: string;
}

/** The queries on the outbox collection of one database. */
export interface OutboxRows {
  insert(tx: Tx | null, row: NewOutboxRow): Promise<void>;
  insertIn(set: WorkingSet, row: NewOutboxRow): void;
  /** The oldest unpublished rows that no other relay holds, now held until `until`. */
  claim(now: Date, until: Date, limit: number): Promise<OutboxRow[]>;
  markPublished(facts: readonly PublishedFact[], at: Date, generation: string): Promise<void>;
  /** Releases rows that could not be published: any relay may claim them after `until`. */
  release(ids: readonly string[], until: Date): Promise<void>;
  /** Marks all rows as unpublished that were published to another generation of the stream. Returns their number. */
  reopenLost(generation: string): Promise<number>;
  /** The position of the event that was published last; null when none was. */
  findLastPosition(): Promise<Pick<OutboxRow, "publishedTo" | "serverId"> | null>;
  /** The event with the highest sequence number, for each kind of event. */
  listNewestPositions(): Promise<NewestPosition[]>;
  /** Marks the events of a kind as unpublished that lie beyond the last one in the stream, up to `newest`. Returns their number. */
  reopenBeyond(last: ConfirmedFact | undefined, newest: NewestPosition, now: Date): Promise<number>;
  /** Published events to look for in the stream: the newest ones, and others at random. */
  samplePublished(now: Date, random: () => number): Promise<ConfirmedFact[]>;
  /** Marks events as unpublished. Returns their number. */
  reopen(ids: readonly string[]): Promise<number>;
  countPending(): Promise<number>;
  oldestPendingAt(): Promise<Date | null>;
}

/** An event that the stream has confirmed. */
export interface PublishedFact extends StoredAt {
  readonly id: string;
}

const outbox = defineCollection({
  name: "outbox",
  fields: {
    /** The event id. Grows with time. */
    _id: text,
    event: text,
    payload: optional(json()),
    requestId: nullable(text),
    /** Of the work that wrote it, where that is traced. */
    traceparent: optional(text),
    source: text,
    createdAt: date,
    /** Time of the stream's confirmation. */
    publishedAt: nullable(date),
    /** Generation of the stream that confirmed it. */
    publishedTo: nullable(text),
    /** Its sequence number in that stream; null in rows of releases that did not store it. */
    streamSeq: nullable(number),
    /** The server that confirmed it. */
    serverId: nullable(text),
    /** Until then only the relay that wrote or claimed it publishes it. */
    claimedUntil: date,
    claim: nullable(text),
  },
  indexes: [
    { name: "to_publish", key: { publishedAt: 1, _id: 1 }, partialFilterExpression: { publishedAt: null } },
    { name: "positions", key: { event: 1, streamSeq: 1 } },
    { name: "retention", key: { publishedAt: 1 }, expireAfterSeconds: RETENTION_SECONDS },
  ],
  unknownFields: "drop",
});

const UNPUBLISHED = { publishedAt: null, publishedTo: null, streamSeq: null, serverId: null, claim: null } as const;
/** The claim of a row that no relay holds. */
export const UNCLAIMED = new Date(0);
const REOPENED = { $set: { publishedAt: null, publishedTo: null, streamSeq: null, serverId: null, claimedUntil: UNCLAIMED } };
/** Matches every event that was ever published. */
const PUBLISHED = { $gt: new Date(0) };

const definitions = new WeakMap<Collections, CollectionDefinition<OutboxRow>>();

/** The outbox of a database. Each has a schema of its own, because `indexNamesInFacts` adds indexes to some. */
export function outboxOf(database: Collections): CollectionDefinition<OutboxRow> {
  const known = definitions.get(database);
  if (known) return known;
  const definition = { ...outbox, schema: outbox.schema.clone() };
  definitions.set(database, definition);
  return definition;
}

/** The empty text. Exactly the texts that are not empty are greater. */
export const NO_TEXT = "";

/**
 * Lets one database find events by a user's id in a payload, while the payload also contains a text of that user. Other databases, and
 * events without such a text, have no cost.
 */
export function indexNamesInFacts(database: Collections, owner: string, text: string): void {
  const { schema: own } = outboxOf(database);
  const name = `named_${owner}_${text}`;
  if (own.indexes().some(([, options]) => options.name === name)) return;
  own.index({ [`payload.${owner}`]: 1 }, { name, partialFilterExpression: { [`payload.${text}`]: { $gt: NO_TEXT } } });
}

export function outboxRows(database: Collections): OutboxRows {
  const definition = outboxOf(database);
  const rows = database.collection(definition);
  return {
    // Trusted: the casts of the schema would drop empty objects of a payload.
    insert: (tx, row) => rows.insert([{ ...row, ...UNPUBLISHED }], { tx, trusted: true }),
    insertIn: (set, row) => set.insert(definition, { ...row, ...UNPUBLISHED }),
    async claim(now, until, limit) {
      const open = { publishedAt: null, $or: lapsedRanges(now, until).map((claimedUntil) => ({ claimedUntil })) };
      const found = await rows.find(open, { projection: { _id: 1 }, sort: { _id: 1 }, limit });
      if (found.length === 0) return [];
      const ids = found.map(({ _id }) => _id);
      const claim = uuid();
      await rows.updateMany({ _id: { $in: ids }, ...open }, { $set: { claimedUntil: until, claim } });
      return rows.find({ _id: { $in: ids }, claim }, { sort: { _id: 1 } });
    },
    async markPublished(facts, at, generation) {
      await rows.bulkWrite(
        facts.map(({ id, seq: streamSeq, serverId }) => ({
          updateOne: { filter: { _id: id }, update: { $set: { publishedAt: at, publishedTo: generation, streamSeq, serverId } } },
        })),
        { ordered: false, trusted: true },
      );
    },
    async release(ids, until) {
      await rows.updateMany({ _id: { $in: ids } }, { $set: { claimedUntil: until } });
    },
    async reopenLost(generation) {
      const { modifiedCount } = await rows.updateMany({ publishedAt: PUBLISHED, publishedTo: { $ne: generation } }, REOPENED);
      return modifiedCount;
    },
    findLastPosition: () =>
      rows.findOne({ publishedAt: PUBLISHED }, { sort: { publishedAt: -1 }, projection: { publishedTo: 1, serverId: 1 } }),
    listNewestPositions: () => listNewestPositions(rows),
    async reopenBeyond(last, { event, seq }, now) {
      const publishedAt = { $gt: new Date(now.getTime() - MISSED_MS) };
      const beyond = await rows.updateMany({ event, streamSeq: { $gt: last?.seq ?? 0, $lte: seq }, publishedAt }, REOPENED);
      if (!last) return beyond.modifiedCount;
      // Another event has its sequence number now.
      const replaced = await rows.updateMany({ event, streamSeq: last.seq, publishedAt, _id: { $ne: last.id } }, REOPENED);
      return beyond.modifiedCount + replaced.modifiedCount;
    },
    samplePublished: (now, random) => samplePublished(rows, now, random),
    async reopen(ids) {
      const { modifiedCount } = await rows.updateMany({ _id: { $in: ids }, publishedAt: PUBLISHED }, REOPENED);
      return modifiedCount;
    },
    countPending: () => rows.count({ publishedAt: null }),
    async oldestPendingAt() {
      // Ids rise with time.
      const oldest = await rows.findOne({ publishedAt: null }, { sort: { _id: 1 }, projection: { createdAt: 1 } });
      return oldest?.createdAt ?? null;
    },
  };
}

/** One query for each kind of event: the index leads from one to the next. */
async function listNewestPositions(rows: Collection<OutboxRow>): Promise<NewestPosition[]> {
  const positions: NewestPosition[] = [];
  const options = { sort: { event: -1, streamSeq: -1 }, projection: { event: 1, streamSeq: 1 } } as const;
  let row = await rows.findOne({}, options);
  while (row) {
    const { _id: id, event, streamSeq } = row;
    if (typeof streamSeq === "number") positions.push({ id, event, seq: streamSeq });
    row = await rows.findOne({ event: { $lt: event } }, options);
  }
  return positions;
}

async function samplePublished(rows: Collection<OutboxRow>, now: Date, random: () => number): Promise<ConfirmedFact[]> {
  const [from, until] = [now.getTime() - MISSED_MS, now.getTime() - RECENT_MS];
  const options = { projection: { streamSeq: 1 } } as const;
  const publishedAt = { $gt: new Date(from), $lte: new Date(until) };
  const found = await rows.find({ publishedAt }, { ...options, sort: { publishedAt: -1 }, limit: NEWEST_SAMPLE });
  for (let sample = 0; sample < RANDOM_SAMPLES; sample += 1) {
    const start = new Date(from + random() * (until - from));
    const filter = { publishedAt: { $gt: start, $lte: new Date(until) } };
    found.push(...(await rows.find(filter, { ...options, sort: { publishedAt: 1 }, limit: RANDOM_SAMPLE })));
  }
  const positions = new Map(found.map(({ _id, streamSeq }) => [_id, streamSeq]));
  return [...positions].flatMap(([id, seq]) => (typeof seq === "number" ? [{ id, seq }] : []));
}
