import { uuid } from "#libs/kernel/ids.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { BulkOperation, Collection, Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type ChatSessionDoc, chatSessions, type ParticipantDoc } from "./chat-session.model.ts";

/** A message or a reply in a session. */
interface SessionEntry {
  /** Id of the message, also for its reply. */
  readonly messageId: string;
  readonly from: string;
  readonly to: string;
  /** False while the message is held back from its receiver. */
  readonly visible: boolean;
  /** True: its author has read one entry that was unread. */
  readonly readsOne?: boolean;
  readonly at: Date;
}

export interface ChatSessionStore {
  /** Adds entries to the sessions of their pairs, which are created when there are none. Returns the id of the session of each. */
  appendEntries(tx: Tx, entries: readonly SessionEntry[]): Promise<readonly string[]>;
  /** Shows the receiver an entry that was held back. */
  revealEntry(tx: Tx, entry: Omit<SessionEntry, "visible" | "readsOne">): Promise<void>;
  /** Counts one unread entry less for a user. */
  decrementUnread(tx: Tx, userId: string, counterpartId: string): Promise<void>;
  /** A page of the sessions in which a user can see a message, last active first. */
  list(userId: string, page: PageRequest): Promise<{ readonly items: ChatSessionDoc[]; readonly total: number }>;
  /** Those of some users with whom a user has a session, in which the user can see a message. */
  findCounterparts(userId: string, userIds: readonly string[]): Promise<string[]>;
}

export function chatSessionStore(database: Collections): ChatSessionStore {
  const sessions = database.collection(chatSessions);
  return {
    async appendEntries(tx, entries) {
      const [only, ...others] = entries;
      if (only && others.length === 0) return [await appendEntry(sessions, tx, only)];
      await sessions.bulkWrite(entries.flatMap(operationsOf), { tx, trusted: true });
      const pairKeys = entries.map(pairKeyOf);
      const options = { tx, projection: { pairKey: 1 } } as const;
      const found = await sessions.find<Pick<ChatSessionDoc, "_id" | "pairKey">>({ pairKey: { $in: pairKeys } }, options);
      const ids = new Map(found.map(({ _id, pairKey }) => [pairKey, _id]));
      return pairKeys.map((pairKey) => required(ids.get(pairKey)));
    },

    async revealEntry(tx, { messageId, from, to, at }) {
      const [, receiver] = positionsOf(from, to);
      await sessions.updateOne(
        { pairKey: sortedPair(from, to).join(":") },
        {
          $set: fieldsOf(receiver, { lastMessageId: messageId, lastAt: at }),
          $inc: { [`${receiver}.unread`]: 1 },
          $addToSet: { visibleTo: to },
        },
        { tx },
      );
    },

    async decrementUnread(tx, userId, counterpartId) {
      const [own] = positionsOf(userId, counterpartId);
      const pairKey = sortedPair(userId, counterpartId).join(":");
      await sessions.updateOne({ pairKey, [`${own}.unread`]: { $gt: 0 } }, { $inc: { [`${own}.unread`]: -1 } }, { tx });
    },

    async list(userId, page) {
      const filter = { visibleTo: userId };
      const [items, total] = await Promise.all([
        sessions.find(filter, { sort: { lastMessageAt: -1, _id: -1 }, skip: skipOf(page), limit: page.limit }),
        sessions.count(filter),
      ]);
      return { items, total };
    },

    async findCounterparts(userId, userIds) {
      const pairKeys = userIds.map((each) => sortedPair(userId, each).join(":"));
      const shared = await sessions.find({ pairKey: { $in: pairKeys } });
      return shared.filter(({ visibleTo }) => visibleTo.includes(userId)).map((session) => participantOf(session, userId).counterpartId);
    },
  };
}

type SessionId = Pick<ChatSessionDoc, "_id">;

/** One command in place of two. */
async function appendEntry(sessions: Collection<ChatSessionDoc>, tx: Tx, entry: SessionEntry): Promise<string> {
  const { from, to, readsOne = false } = entry;
  const pairKey = pairKeyOf(entry);
  const options = { tx, returnDocument: "after", projection: { _id: 1 } } as const;
  const update = updateOfEntry(entry);
  if (readsOne) {
    const unread = unreadOf(from, to);
    const { $setOnInsert: _, ...known } = update;
    const reading = { ...known, $inc: { ...known.$inc, [unread]: -1 } };
    const read = await sessions.findOneAndUpdate<SessionId>({ pairKey, [unread]: { $gt: 0 } }, reading, options);
    if (read) return read._id;
  }
  const session = await sessions.findOneAndUpdate<SessionId>({ pairKey }, update, { ...options, upsert: true });
  return required(session?._id);
}

function operationsOf(entry: SessionEntry): BulkOperation<ChatSessionDoc>[] {
  const { from, to, readsOne = false } = entry;
  const pairKey = pairKeyOf(entry);
  const unread = unreadOf(from, to);
  const append = { updateOne: { filter: { pairKey }, update: updateOfEntry(entry), upsert: true } };
  if (!readsOne) return [append];
  return [{ updateOne: { filter: { pairKey, [unread]: { $gt: 0 } }, update: { $inc: { [unread]: -1 } } } }, append];
}

function required(sessionId: string | undefined): string {
  if (sessionId === undefined) throw new Error("an upsert returned nothing");
  return sessionId;
}

const pairKeyOf = ({ from, to }: SessionEntry): string => sortedPair(from, to).join(":");

/** The field that counts what a user has not read. */
const unreadOf = (userId: string, counterpartId: string): string => `${positionsOf(userId, counterpartId)[0]}.unread`;

/** Adds an entry to a session, or makes the session with it. */
function updateOfEntry({ messageId, from, to, visible, at }: SessionEntry) {
  const pair = sortedPair(from, to);
  const [sender, receiver] = positionsOf(from, to);
  const last = { lastMessageId: messageId, lastAt: at };
  return {
    $setOnInsert: {
      _id: uuid(),
      createdAt: at,
      "first.userId": pair[0],
      "second.userId": pair[1],
      [`${sender}.unread`]: 0,
      ...(visible ? {} : { [`${receiver}.unread`]: 0 }),
    },
    $set: { lastMessageAt: at, ...fieldsOf(sender, last), ...(visible ? fieldsOf(receiver, last) : {}) },
    ...(visible && { $inc: { [`${receiver}.unread`]: 1 } }),
    $addToSet: { visibleTo: { $each: visible ? [from, to] : [from] } },
  };
}

/** The state of a session for one participant, and the id of the other one. */
export function participantOf(
  { first, second }: ChatSessionDoc,
  userId: string,
): { readonly own: ParticipantDoc; readonly counterpartId: string } {
  return first.userId === userId ? { own: first, counterpartId: second.userId } : { own: second, counterpartId: first.userId };
}

type Position = "first" | "second";

function sortedPair(one: string, other: string): readonly [string, string] {
  return one < other ? [one, other] : [other, one];
}

/** The fields in which a session stores a user and that user's counterpart. */
function positionsOf(userId: string, counterpartId: string): readonly [Position, Position] {
  return userId === sortedPair(userId, counterpartId)[0] ? ["first", "second"] : ["second", "first"];
}

function fieldsOf(position: Position, fields: Partial<ParticipantDoc>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${position}.${name}`, value]));
}
