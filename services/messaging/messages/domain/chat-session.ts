import { type DocumentOf, date, list, number, object, optional, text } from "#libs/kernel/fields.ts";

const participantFields = {
  userId: text,
  unread: number,
  /** The last message that the participant may see, and the time of its last entry. */
  lastMessageId: optional(text),
  lastAt: optional(date),
};

/** The state of a session for one of its two participants. */
export interface Participant extends DocumentOf<typeof participantFields> {}

export const chatSessionFields = {
  _id: text,
  /** Both user ids, sorted. */
  pairKey: text,
  /** The participant whose id sorts first. */
  first: object(participantFields),
  second: object(participantFields),
  /** Ids of the participants who can see a message of the session. */
  visibleTo: list(text),
  lastMessageAt: date,
  createdAt: date,
};

/** All messages between two users, in either direction (spec 2.6). */
export interface ChatSession extends DocumentOf<typeof chatSessionFields> {}

/** A message or a reply in a session. */
export interface SessionEntry {
  /** Id of the message, also for its reply. */
  readonly messageId: string;
  readonly from: string;
  readonly to: string;
  /** False while the message is in quarantine. */
  readonly visible: boolean;
  /** True: the author has also read one entry that was unread. */
  readonly readsOne?: boolean;
  readonly at: Date;
}

type Position = "first" | "second";
type Pair = Pick<SessionEntry, "from" | "to">;

export function pairKeyOf({ from, to }: Pair): string {
  return sortedPair(from, to).join(":");
}

/** A session without entries. */
export function newSession(_id: string, { from, to, at }: Pair & Pick<SessionEntry, "at">): ChatSession {
  const [first, second] = sortedPair(from, to).map((userId) => ({ userId, unread: 0 })) as [Participant, Participant];
  return { _id, pairKey: pairKeyOf({ from, to }), first, second, visibleTo: [], lastMessageAt: at, createdAt: at };
}

/** The session with a further entry, which its receiver has not read. */
export function appendEntry(session: ChatSession, entry: SessionEntry): ChatSession {
  const { messageId, from, to, visible, readsOne = false, at } = entry;
  const author = positionOf(from, to);
  const { [author]: own } = session;
  const shown = { ...own, unread: Math.max(0, own.unread - (readsOne ? 1 : 0)), lastMessageId: messageId, lastAt: at };
  const appended = { ...session, [author]: shown, visibleTo: withViewer(session.visibleTo, from), lastMessageAt: at };
  return visible ? showEntry(appended, entry) : appended;
}

/** The session after an entry becomes visible to its receiver: at once, or when it leaves quarantine. */
export function showEntry(session: ChatSession, { messageId, from, to, at }: Omit<SessionEntry, "visible" | "readsOne">): ChatSession {
  const position = positionOf(to, from);
  const { [position]: receiver } = session;
  const shown = { ...receiver, unread: receiver.unread + 1, lastMessageId: messageId, lastAt: at };
  return { ...session, [position]: shown, visibleTo: withViewer(session.visibleTo, to) };
}

/** Participants who see an existing session only from now on, because their first message was in quarantine. */
export function lateViewersOf(before: ChatSession | null, after: ChatSession): readonly string[] {
  return before ? after.visibleTo.filter((userId) => !before.visibleTo.includes(userId)) : [];
}

/** The state of a session for one participant, and the id of the other one. */
export function participantOf(
  { first, second }: ChatSession,
  userId: string,
): { readonly own: Participant; readonly counterpartId: string } {
  return first.userId === userId ? { own: first, counterpartId: second.userId } : { own: second, counterpartId: first.userId };
}

/** The field in which a session stores a user. */
export function positionOf(userId: string, counterpartId: string): Position {
  return userId === sortedPair(userId, counterpartId)[0] ? "first" : "second";
}

function withViewer(viewers: readonly string[], userId: string): readonly string[] {
  return viewers.includes(userId) ? viewers : [...viewers, userId];
}

function sortedPair(one: string, other: string): readonly [string, string] {
  return one < other ? [one, other] : [other, one];
}
