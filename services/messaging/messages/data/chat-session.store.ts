import { uuid } from "#libs/kernel/ids.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { keysBy, type WorkingSet } from "#libs/platform/mongo/working-set.ts";
import {
  appendEntry,
  type ChatSession,
  lateViewersOf,
  newSession,
  pairKeyOf,
  participantOf,
  positionOf,
  type SessionEntry,
  showEntry,
} from "../domain/chat-session.ts";
import { chatSessions } from "./chat-session.model.ts";
import { countLateEntry } from "./counted-list.ts";
import { sessionsOf } from "./message-list.model.ts";

export interface ChatSessionStore {
  /** Decrements a user's count of unread entries. */
  decrementUnread(tx: Tx, userId: string, counterpartId: string): Promise<void>;
  /** Those users among some with whom a user has a session and can see a message in it. */
  findCounterparts(userId: string, userIds: readonly string[]): Promise<string[]>;
}

const byPairKey = keysBy(chatSessions, "pairKey");

/** The session of a pair in a working set. */
export const sessionOf = (pair: Pick<SessionEntry, "from" | "to">) => byPairKey(pairKeyOf(pair));

/** Adds an entry to the session of its pair; creates the session when there is none. Returns its id. */
export function appendToSession(set: WorkingSet, entry: SessionEntry): string {
  const before = set.get(sessionOf(entry));
  return putSession(set, before, appendEntry(before ?? newSession(uuid(), entry), entry));
}

/** Shows the receiver an entry from quarantine. */
export function revealInSession(set: WorkingSet, entry: Omit<SessionEntry, "visible" | "readsOne">): void {
  const before = set.get(sessionOf(entry));
  if (before) putSession(set, before, showEntry(before, entry));
}

function putSession(set: WorkingSet, before: ChatSession | null, session: ChatSession): string {
  set.put(byPairKey(session.pairKey), session);
  for (const userId of lateViewersOf(before, session)) countLateEntry(set, { key: sessionsOf(userId), time: session.createdAt });
  return session._id;
}

export function chatSessionStore(database: Collections): ChatSessionStore {
  const sessions = database.collection(chatSessions);
  return {
    async decrementUnread(tx, userId, counterpartId) {
      const unread = `${positionOf(userId, counterpartId)}.unread`;
      const pairKey = pairKeyOf({ from: userId, to: counterpartId });
      await sessions.updateOne({ pairKey, [unread]: { $gt: 0 } }, { $inc: { [unread]: -1 } }, { tx });
    },

    async findCounterparts(userId, userIds) {
      const pairKeys = userIds.map((to) => pairKeyOf({ from: userId, to }));
      const shared = await sessions.find({ pairKey: { $in: pairKeys } });
      return shared.filter(({ visibleTo }) => visibleTo.includes(userId)).map((session) => participantOf(session, userId).counterpartId);
    },
  };
}
