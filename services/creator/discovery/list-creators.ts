import type { DiscoveryStore } from "../data/discovery.store.ts";
import type { SocialAccountStore } from "../data/social-account.store.ts";
import { type DiscoveryQuery, idsAfter, MAX_ACCOUNTS } from "../domain/discovery.ts";
import type { PagingSession, PagingSessions } from "./paging-sessions.ts";

interface ListDeps {
  readonly discovery: DiscoveryStore;
  readonly pagingSessions: PagingSessions;
  readonly socials: SocialAccountStore;
}

/** The creators that a page begins with, and the session that its next page continues. */
export interface CreatorList {
  /** Ids from the first one of the page to the end of the list, in order. */
  readonly ids: readonly string[];
  /** The session to save for a page that ends at a cursor. */
  sessionFor(cursor: string): Promise<PagingSession>;
}

export async function listFirstPage({ discovery, pagingSessions, socials }: ListDeps, query: DiscoveryQuery): Promise<CreatorList> {
  const ids = await discovery.sortMatching(await socials.listCreatorsOn(query.platform, MAX_ACCOUNTS), query);
  return { ids, sessionFor: (cursor) => pagingSessions.start(query, ids, cursor) };
}

/** Continues the order of the session, without the creators that no longer match; without a session the current order. */
export async function listNextPage(deps: ListDeps, query: DiscoveryQuery, cursor: string): Promise<CreatorList> {
  const resumed = await deps.pagingSessions.resume(query, cursor);
  if (!resumed) {
    const current = await listFirstPage(deps, query);
    return { ...current, ids: idsAfter(current.ids, cursor) ?? [] };
  }
  const { session, remaining } = resumed;
  const candidates = new Set(await deps.socials.listCreatorsOn(query.platform, MAX_ACCOUNTS));
  const candidatesInOrder = remaining.filter((id) => candidates.has(id));
  const matching = await deps.discovery.findMatching(candidatesInOrder, query);
  return { ids: candidatesInOrder.filter((id) => matching.has(id)), sessionFor: async () => session };
}
