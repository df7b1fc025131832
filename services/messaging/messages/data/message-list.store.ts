import type { Clock } from "#libs/kernel/clock.ts";
import type { PageRequest } from "#libs/kernel/paging.ts";
import type { FaultPoints } from "#libs/platform/faults/fault-points.ts";
import type { Collections, Filter } from "#libs/platform/mongo/collection.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { type MessageDoc, messages } from "../../data/message.model.ts";
import type { ChatSession } from "../domain/chat-session.ts";
import { chatSessions } from "./chat-session.model.ts";
import { type CountedList, correctCount, countLateEntry, readCountedPage } from "./counted-list.ts";
import { type MessageListKey, type MessageRole, messageLists, sessionsOf } from "./message-list.model.ts";

type MessagesKey = MessageListKey & { readonly role: MessageRole | null };

/** The lists of messages and of sessions that a user may see, newest first. */
export interface MessageListStore {
  /** A page of the messages of a list. */
  list(key: MessagesKey, page: PageRequest): Promise<{ readonly items: MessageDoc[]; readonly total: number }>;
  /** A page of the sessions in which a user can see a message, last active first. */
  listSessions(userId: string, page: PageRequest): Promise<{ readonly items: ChatSession[]; readonly total: number }>;
  /** Adds a message from quarantine to the lists of its receiver, in the transaction that delivers it. */
  addEarlier(set: WorkingSet, message: Pick<MessageDoc, "receiverId" | "sessionId" | "sentAt">): void;
  /** Ids of up to `limit` stored counts, in their order. @param after the id before the first of them */
  listIds(after: string | null, limit: number): Promise<string[]>;
  /** Corrects a stored count that differs from its rows. Returns whether it did. */
  correct(listId: string): Promise<boolean>;
}

interface MessageListDeps {
  readonly clock: Clock;
  readonly faults: FaultPoints;
}

export function messageListStore(database: Collections, { clock, faults }: MessageListDeps): MessageListStore {
  const rows = { messages: database.collection(messages), sessions: database.collection(chatSessions) };
  const lists = database.collection(messageLists);
  const messagesOf = (key: MessagesKey): CountedList<MessageDoc> => ({
    ...{ key, rows: rows.messages, filter: filterOf(key), sort: { sentAt: -1, _id: -1 }, timeField: "sentAt" },
    // Without the hint, the database may search everything that the user has received.
    ...(key.sessionId !== null && { hint: "session" }),
  });
  const sessionsFor = (userId: string): CountedList<ChatSession> => ({
    ...{ key: sessionsOf(userId), rows: rows.sessions, filter: { visibleTo: userId }, timeField: "createdAt" },
    sort: { lastMessageAt: -1, _id: -1 },
  });

  return {
    list: (key, page) => readCountedPage({ lists, clock, faults }, messagesOf(key), page),

    listSessions: (userId, page) => readCountedPage({ lists, clock, faults }, sessionsFor(userId), page),

    addEarlier(set, { receiverId, sessionId, sentAt }) {
      const keys = [null, sessionId].flatMap((session) =>
        ([null, "receiver"] as const).map((role) => ({ userId: receiverId, role, sessionId: session })),
      );
      for (const key of keys) countLateEntry(set, { key, time: sentAt });
    },

    async listIds(after, limit) {
      const found = await lists.find({ _id: { $gt: after ?? "" } }, { projection: { _id: 1 }, sort: { _id: 1 }, limit });
      return found.map(({ _id }) => _id);
    },

    async correct(_id) {
      const stored = await lists.findOne({ _id });
      if (!stored) return false;
      const { role } = stored;
      if (role === "participant") return correctCount(lists, sessionsFor(stored.userId), stored);
      return correctCount(lists, messagesOf({ ...stored, role }), stored);
    },
  };
}

function filterOf({ userId, role, sessionId }: MessagesKey): Filter<MessageDoc> {
  return {
    ...(sessionId !== null && { sessionId }),
    ...(role === "sender" && { senderId: userId }),
    ...(role === "receiver" && { receiverId: userId }),
    ...((role !== "sender" || sessionId !== null) && { visibleTo: userId }),
  };
}
