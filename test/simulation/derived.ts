import { listChatSessions, listInbox } from "#libs/contracts/messaging/index.ts";
import { decideModeration } from "#libs/contracts/messaging/moderation.ts";
import { DAY, HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { MessageDoc } from "#services/messaging/data/message.model.ts";
import type { MessageListDoc } from "#services/messaging/messages/data/message-list.model.ts";
import { ERASED_TEXT } from "#services/messaging/messages/data/message-text.ts";
import type { ChatSession } from "#services/messaging/messages/domain/chat-session.ts";
import type { Doc } from "./documents.ts";
import { CLEO, FAN, OTHER_FAN } from "./neighbors.ts";
import type { Store } from "./store.ts";
import { type Plot, type Request, times } from "./workload.ts";

const SESSION = "00000000-0000-7000-8000-000000000010";

/**
 * Moderators deliver messages of earlier hours while the receiver reads the inbox. The plot sends no new messages. The clock may jump by
 * hours here, but totals are correct only for clocks within minutes of each other.
 */
const lateDeliveries: Plot = ({ world, store }) => {
  const { random } = world;
  const insert = (status: MessageDoc["status"]) => (_: unknown, index: number) =>
    insertMessage(store, world.now - (2 + index) * HOUR, { status, openUntil: new Date(world.now + 3 * DAY) });
  const held = Array.from({ length: 1 + random.below(3) }, insert("QUARANTINED"));
  const delivered = Array.from({ length: random.below(4) }, insert("DELIVERED"));
  insertSession(store, world.now, [SESSION, FAN], delivered.length === 0 ? [FAN] : [FAN, CLEO]);
  // The page is full only with another session, and only a full page stores its total.
  insertSession(store, world.now, [uuid(), OTHER_FAN], [OTHER_FAN, CLEO]);
  const deliver =
    (messageId: string): Request =>
    ({ call }) =>
      call(decideModeration, "admin", { messageId, decision: "APPROVE", reason: "a reason" });
  const read: Request = ({ call }) => {
    if (random.below(3) === 0) return call(listChatSessions, CLEO, { page: 1, limit: 1 });
    const role = random.below(3) === 0 ? { role: "receiver" as const } : {};
    const session = random.below(3) === 0 ? { sessionId: SESSION } : {};
    // A full page: a page that is not full derives the total from its position.
    return call(listInbox, CLEO, { page: 1, limit: 1, ...role, ...session });
  };
  return [times(random.below(3), () => read), [...held.map(deliver), ...times(3, () => read)]];
};

export const derivedPlots: readonly Plot[] = [lateDeliveries];

/** Inserts a free message. Returns its id. */
export function insertMessage(store: Store, sentAt: number, fields: Pick<MessageDoc, "status"> & Partial<MessageDoc>): string {
  const { status } = fields;
  const message: MessageDoc = {
    ...{ _id: uuid(), sessionId: SESSION, senderId: FAN, receiverId: CLEO, sentAs: "DELIVERED" },
    ...{ content: ERASED_TEXT, searchContent: null, requestHash: "", timeoutHours: 72 },
    ...{ dmType: "FREE", priceSnapshot: null, currency: "USD", commissionRate: 0 },
    ...{ visibleTo: status === "QUARANTINED" ? [FAN] : [FAN, CLEO], sentAt: new Date(sentAt) },
    expiresAt: new Date(sentAt + 3 * DAY),
    ...fields,
  };
  store.insert({ name: "messages", uniques: [], defaults: [] }, message as unknown as Doc, null);
  return message._id;
}

/** Inserts a session of a fan with Cleo, which is older than its messages. */
function insertSession(store: Store, now: number, [_id, fan]: readonly [string, string], visibleTo: readonly string[]): void {
  const createdAt = new Date(now - 6 * HOUR);
  const [first = "", second = ""] = [fan, CLEO].toSorted();
  const session: ChatSession = {
    ...{ _id, pairKey: `${first}:${second}`, visibleTo, createdAt, lastMessageAt: createdAt },
    ...{ first: { userId: first, unread: 0 }, second: { userId: second, unread: 0 } },
  };
  store.insert({ name: "chat_sessions", uniques: [], defaults: [] }, session as unknown as Doc, null);
}

/** Each derived total equals a recount of the messages or sessions. */
export function derivedMatches({ messaging }: { readonly messaging: Store }): string | null {
  const messages = messaging.all<MessageDoc>("messages");
  const sessions = messaging.all<ChatSession>("chat_sessions");
  for (const { _id, userId, role, sessionId, until, count } of messaging.all<MessageListDoc>("message_lists")) {
    if (!until) continue;
    const listed =
      role === "participant"
        ? sessions.filter(({ visibleTo, createdAt }) => visibleTo.includes(userId) && createdAt < until)
        : messages.filter(
            (message) =>
              message.visibleTo.includes(userId) &&
              message.sentAt < until &&
              (role === null || message[`${role}Id`] === userId) &&
              (sessionId === null || message.sessionId === sessionId),
          );
    if (listed.length !== count) return `the list ${_id} has ${listed.length} rows before ${until.toISOString()}, its total is ${count}`;
  }
  return null;
}
