import { listChatSessions, listInbox } from "#libs/contracts/messaging/index.ts";
import { api } from "./api.ts";
import { serverNow } from "./browser/server-clock.ts";
import { isCreator, whoAmI } from "./me.ts";

/** Conversations per page. */
const SESSIONS = 25;
/** Page size and page limit of received messages. The API cannot list the open ones alone, so they are searched. */
const [RECEIVED, RECEIVED_PAGES] = [50, 5] as const;

/** The longest reply window is 30 days, and a message approved by a moderator gets a second one. Older messages are never open. */
const MAX_OPEN_MS = 60 * 24 * 3_600_000;

const sessionsOf = (page: number, limit: number) => api.call(listChatSessions, { page, limit });
const receivedOf = (page: number) => api.call(listInbox, { role: "receiver", page, limit: RECEIVED });

/** The newest conversations. */
export const newestSessions = async (count: number) => (await sessionsOf(1, count)).items;

/** The newest messages that the reader has sent. */
export const newestSent = async () => (await api.call(listInbox, { role: "sender", page: 1, limit: RECEIVED })).items;

export type Session = Awaited<ReturnType<typeof sessionsOf>>["items"][number];
export type Received = Awaited<ReturnType<typeof receivedOf>>["items"][number];

export const TABS = ["open", "answered", "all"] as const;
export type Tab = (typeof TABS)[number];

interface Page<T> {
  readonly items: readonly T[];
  readonly totalPages: number;
}

interface Read<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
}

/** Reads pages of a list until it ends or `isEnough` returns true. An item that moved to the next page between two reads counts once. */
async function firstPages<T extends { readonly id: string }>(
  read: (page: number) => Promise<Page<T>>,
  most: number,
  isEnough: (items: readonly T[]) => boolean = () => false,
): Promise<Read<T>> {
  const found = new Map<string, T>();
  for (let page = 1; ; page += 1) {
    const { items, totalPages } = await read(page);
    for (const item of items) found.set(item.id, item);
    const all = [...found.values()];
    const hasMore = page < totalPages;
    if (!hasMore || page >= most || isEnough(all)) return { items: all, hasMore };
  }
}

/** The reader's conversations with some users, by user id, as far as they are among the newest. */
export async function sessionsWith(userIds: ReadonlySet<string>): Promise<ReadonlyMap<string, Session>> {
  if (userIds.size === 0) return new Map();
  const of = (sessions: readonly Session[]) => new Map(sessions.map((session) => [session.counterpart.userId, session]));
  const hasAll = (sessions: readonly Session[]) => {
    const found = of(sessions);
    return [...userIds].every((userId) => found.has(userId));
  };
  const { items } = await firstPages((page) => sessionsOf(page, RECEIVED), RECEIVED_PAGES, hasAll);
  return of(items);
}

/** Loads the message list: conversations, or messages to a creator with their conversations. @param pages number of pages to load */
export async function inbox(tab: Tab, pages: number) {
  const me = await whoAmI();
  const hasPage = isCreator(me);
  const about = { hasPage, userId: me?.id ?? null, username: me?.username ?? "", pages };
  if (!hasPage || tab === "all") {
    const { items, hasMore } = await firstPages((page) => sessionsOf(page, SESSIONS), pages);
    return { ...about, sessions: items, messages: null, hasMore };
  }
  const hasAllOpen = (received: readonly Received[]) => Date.parse(received.at(-1)?.sentAt ?? "") < serverNow() - MAX_OPEN_MS;
  const isEnough = tab === "open" ? hasAllOpen : () => false;
  const { items: messages, hasMore } = await firstPages(receivedOf, pages * RECEIVED_PAGES, isEnough);
  const wanted = new Set(messages.map(({ sessionId }) => sessionId));
  const hasAll = (sessions: readonly Session[]) => sessions.filter(({ id }) => wanted.has(id)).length === wanted.size;
  const { items: sessions } = await firstPages((page) => sessionsOf(page, RECEIVED), pages * RECEIVED_PAGES, hasAll);
  return { ...about, sessions, messages, hasMore: hasMore && !isEnough(messages) };
}

export type Inbox = Awaited<ReturnType<typeof inbox>>;
