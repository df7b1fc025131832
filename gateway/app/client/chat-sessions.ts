import { listChatSessions } from "#libs/contracts/messaging/index.ts";
import { api } from "./api.ts";

const PAGE_SIZE = 50;
const MAX_PAGES = 20;

/** Finds one of the reader's newest conversations by id; null when it is not among them. */
export async function sessionOf(sessionId: string) {
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { items, totalPages } = await api.call(listChatSessions, { page, limit: PAGE_SIZE });
    const found = items.find(({ id }) => id === sessionId);
    if (found) return found;
    if (page >= totalPages) break;
  }
  return null;
}
