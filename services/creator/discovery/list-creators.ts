import type { CardRow, DiscoveryStore, Listed } from "../data/discovery.store.ts";
import type { PagingSession, PagingSessions } from "../data/paging-sessions.ts";
import { type DiscoveryQuery, idsAfter } from "../domain/discovery.ts";

interface ListDeps {
  readonly discovery: DiscoveryStore;
  readonly pagingSessions: PagingSessions;
}

/** The creators of a page and all that follow, and the session that the next page continues. */
export interface CreatorList {
  /** Ids from the first one of the page to the end of the list, in order. */
  readonly ids: readonly string[];
  /** The cards of the first ids, as many as a page has. */
  readonly cards: readonly CardRow[];
  /** The session to save for a page that ends at a cursor. */
  sessionFor(cursor: string): Promise<PagingSession>;
}

export async function listFirstPage({ discovery, pagingSessions }: ListDeps, query: DiscoveryQuery, limit: number): Promise<CreatorList> {
  const listed = await discovery.list(query, limit);
  return { ...listed, sessionFor: (cursor) => pagingSessions.start(query, listed.ids, cursor) };
}

/** Continues the order of the session, without the creators that no longer match. Without a session it uses the current order. */
export async function listNextPage(
  { discovery, pagingSessions }: ListDeps,
  query: DiscoveryQuery,
  limit: number,
  cursor: string,
): Promise<CreatorList> {
  const resumed = await pagingSessions.resume(query, cursor);
  if (resumed) return { ...(await discovery.listAmong(resumed.remaining, query, limit)), sessionFor: async () => resumed.session };
  const current: Listed = await discovery.list(query, 0);
  const ids = idsAfter(current.ids, cursor) ?? [];
  const cards = await discovery.listCards(ids.slice(0, limit));
  return { ids, cards, sessionFor: (next) => pagingSessions.start(query, current.ids, next) };
}
