import { uuid } from "#libs/kernel/ids.ts";
import type { BulkOperation, Collection, Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type ChatSessionDoc, chatSessions, type ParticipantDoc } from "./chat-session.model.ts";
import { countLateEntries, type LateEntry } from "./counted-list.ts";
import { messageLists, sessionsOf } from "./message-list.model.ts";

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
  /** Those of some users with whom a user has a session, in which the user can see a message. */
  findCounterparts(userId: string, userIds: readonly string[]): Promise<string[]>;
}

export function chatSessionStore(database: Collections): ChatSessionStore {
  const sessions = database.collection(chatSessions);
  const lists = database.collection(messageLists);
  return {
    async appendEntries(tx, entries) {
      const before = new Map<string, KnownSession>();
      const ids = new Map<string, string>();
      const [only, ...others] = entries;
      if (only && others.length === 0) {
        const newId = uuid();
        const known = await appendEntry(sessions, tx, only, newId);
        if (known) before.set(known.pairKey, known);
        ids.set(pairKeyOf(only), known?._id ?? newId);
      } else {
        const found = await sessions.find<KnownSession>({ pairKey: { $in: entries.map(pairKeyOf) } }, { tx, projection: KNOWN });
        for (const session of found) before.set(session.pairKey, session);
        for (const pairKey of entries.map(pairKeyOf)) ids.set(pairKey, before.get(pairKey)?._id ?? ids.get(pairKey) ?? uuid());
        const operations = entries.flatMap((entry) => operationsOf(entry, required(ids.get(pairKeyOf(entry)))));
        await sessions.bulkWrite(operations, { tx, trusted: true });
      }
      await countLateEntries(lists, tx, lateEntriesOf(before, entries));
      return entries.map((entry) => required(ids.get(pairKeyOf(entry))));
    },

    async revealEntry(tx, { messageId, from, to, at }) {
      const [, receiver] = positionsOf(from, to);
      const before = await sessions.findOneAndUpdate<KnownSession>(
        { pairKey: sortedPair(from, to).join(":") },
        {
          $set: fieldsOf(receiver, { lastMessageId: messageId, lastAt: at }),
          $inc: { [`${receiver}.unread`]: 1 },
          $addToSet: { visibleTo: to },
        },
        { tx, projection: KNOWN },
      );
      if (before && !before.visibleTo.includes(to)) await countLateEntries(lists, tx, [lateEntryOf(before, to)]);
    },

    async decrementUnread(tx, userId, counterpartId) {
      const [own] = positionsOf(userId, counterpartId);
      const pairKey = sortedPair(userId, counterpartId).join(":");
      await sessions.updateOne({ pairKey, [`${own}.unread`]: { $gt: 0 } }, { $inc: { [`${own}.unread`]: -1 } }, { tx });
    },

    async findCounterparts(userId, userIds) {
      const pairKeys = userIds.map((each) => sortedPair(userId, each).join(":"));
      const shared = await sessions.find({ pairKey: { $in: pairKeys } });
      return shared.filter(({ visibleTo }) => visibleTo.includes(userId)).map((session) => participantOf(session, userId).counterpartId);
    },
  };
}

/** A session before an entry. */
type KnownSession = Pick<ChatSessionDoc, "_id" | "pairKey" | "visibleTo" | "createdAt">;
const KNOWN = { pairKey: 1, visibleTo: 1, createdAt: 1 } as const;

/** Adds an entry with one command in place of two. Returns the session before it; null when it is new. */
async function appendEntry(sessions: Collection<ChatSessionDoc>, tx: Tx, entry: SessionEntry, newId: string): Promise<KnownSession | null> {
  const { from, to, readsOne = false } = entry;
  const pairKey = pairKeyOf(entry);
  const options = { tx, projection: KNOWN } as const;
  const update = updateOfEntry(entry, newId);
  if (readsOne) {
    const unread = unreadOf(from, to);
    const { $setOnInsert: _, ...known } = update;
    const reading = { ...known, $inc: { ...known.$inc, [unread]: -1 } };
    const read = await sessions.findOneAndUpdate<KnownSession>({ pairKey, [unread]: { $gt: 0 } }, reading, options);
    if (read) return read;
  }
  return sessions.findOneAndUpdate<KnownSession>({ pairKey }, update, { ...options, upsert: true });
}

function operationsOf(entry: SessionEntry, newId: string): BulkOperation<ChatSessionDoc>[] {
  const { from, to, readsOne = false } = entry;
  const pairKey = pairKeyOf(entry);
  const unread = unreadOf(from, to);
  const append = { updateOne: { filter: { pairKey }, update: updateOfEntry(entry, newId), upsert: true } };
  if (!readsOne) return [append];
  return [{ updateOne: { filter: { pairKey, [unread]: { $gt: 0 } }, update: { $inc: { [unread]: -1 } } } }, append];
}

/** Sessions that a participant sees from now on, though they were there before: their first message was held back. */
function lateEntriesOf(before: ReadonlyMap<string, KnownSession>, entries: readonly SessionEntry[]): LateEntry[] {
  const late = new Map<string, LateEntry>();
  for (const entry of entries) {
    const session = before.get(pairKeyOf(entry));
    for (const userId of viewersOf(entry))
      if (session && !session.visibleTo.includes(userId)) late.set(`${session._id} ${userId}`, lateEntryOf(session, userId));
  }
  return [...late.values()];
}

const lateEntryOf = ({ createdAt }: KnownSession, userId: string): LateEntry => ({ key: sessionsOf(userId), time: createdAt });

const viewersOf = ({ from, to, visible }: SessionEntry): string[] => (visible ? [from, to] : [from]);

function required(sessionId: string | undefined): string {
  if (sessionId === undefined) throw new Error("each pair has a session");
  return sessionId;
}

const pairKeyOf = ({ from, to }: SessionEntry): string => sortedPair(from, to).join(":");

/** The field that counts what a user has not read. */
const unreadOf = (userId: string, counterpartId: string): string => `${positionsOf(userId, counterpartId)[0]}.unread`;

/** Adds an entry to a session, or makes the session with it. */
function updateOfEntry(entry: SessionEntry, newId: string) {
  const { messageId, from, to, visible, at } = entry;
  const pair = sortedPair(from, to);
  const [sender, receiver] = positionsOf(from, to);
  const last = { lastMessageId: messageId, lastAt: at };
  return {
    $setOnInsert: {
      _id: newId,
      createdAt: at,
      "first.userId": pair[0],
      "second.userId": pair[1],
      [`${sender}.unread`]: 0,
      ...(visible ? {} : { [`${receiver}.unread`]: 0 }),
    },
    $set: { lastMessageAt: at, ...fieldsOf(sender, last), ...(visible ? fieldsOf(receiver, last) : {}) },
    ...(visible && { $inc: { [`${receiver}.unread`]: 1 } }),
    $addToSet: { visibleTo: { $each: viewersOf(entry) } },
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
