import { listChatSessions, listInbox } from "#libs/contracts/messaging/index.ts";
import { api } from "./api.ts";
import { isCreator, whoAmI } from "./me.ts";

/** Conversations on a page of them. */
const SESSIONS = 25;
/** Received messages are looked through so many at a time; the interface cannot list the open ones alone. */
const [RECEIVED, RECEIVED_PAGES] = [50, 5] as const;

/** The longest reply window is 30 days, and a message that a moderator lets through gets another one: nothing older is open. */
const LONGEST_OPEN_MS = 60 * 24 * 3_600_000;

const sessionsOf = (page: number, limit: number) => api.call(listChatSessions, { page, limit });
const receivedOf = (page: number) => api.call(listInbox, { role: "receiver", page, limit: RECEIVED });

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
  /** There are later pages. */
  readonly hasMore: boolean;
}

/** Items of the first pages of a list, until there are no more or `isEnough` says so. One that has slid to the next page meanwhile counts once. */
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

/** The conversations with some people, by the id of each, as far as they are among the newest. */
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

/** What a list of messages shows, so many pages of it: conversations, or the messages to a creator with the conversations they are in. */
export async function inbox(tab: Tab, pages: number) {
  const me = await whoAmI();
  const hasPage = isCreator(me);
  const about = { hasPage, userId: me?.id ?? null, username: me?.username ?? "", pages };
  if (!hasPage || tab === "all") {
    const { items, hasMore } = await firstPages((page) => sessionsOf(page, SESSIONS), pages);
    return { ...about, sessions: items, messages: null, hasMore };
  }
  const hasAllOpen = (received: readonly Received[]) => Date.parse(received.at(-1)?.sentAt ?? "") < Date.now() - LONGEST_OPEN_MS;
  const isEnough = tab === "open" ? hasAllOpen : () => false;
  const { items: messages, hasMore } = await firstPages(receivedOf, pages * RECEIVED_PAGES, isEnough);
  const wanted = new Set(messages.map(({ sessionId }) => sessionId));
  const hasAll = (sessions: readonly Session[]) => sessions.filter(({ id }) => wanted.has(id)).length === wanted.size;
  const { items: sessions } = await firstPages((page) => sessionsOf(page, RECEIVED), pages * RECEIVED_PAGES, hasAll);
  return { ...about, sessions, messages, hasMore: hasMore && !isEnough(messages) };
}

export type Inbox = Awaited<ReturnType<typeof inbox>>;
