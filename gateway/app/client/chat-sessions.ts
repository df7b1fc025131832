import { listChatSessions } from "#libs/contracts/messaging/index.ts";
import { api } from "./api.ts";

const PAGE_SIZE = 50;
const MOST_PAGES = 20;

/** The conversation of an id among those of the reader; null when it is not among the newest. */
export async function sessionOf(sessionId: string) {
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { items, totalPages } = await api.call(listChatSessions, { page, limit: PAGE_SIZE });
    const found = items.find(({ id }) => id === sessionId);
    if (found) return found;
    if (page >= totalPages) break;
  }
  return null;
}
