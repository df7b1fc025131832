import type { CreatorSearchStore } from "../data/creator-search.store.ts";
import type { CardRow } from "../data/discovery.store.ts";
import { MAX_PAGES } from "../domain/discovery.ts";
import { searchedKeysOf } from "../domain/search-keys.ts";

/** The creators that fit a query: the one with that username, those whose usernames begin with it, the others. At most `MAX_PAGES`. */
export async function searchCreators({ search }: { readonly search: CreatorSearchStore }, query: string): Promise<readonly CardRow[]> {
  const { username, usernames, words } = searchedKeysOf(query);
  const found = await Promise.all([search.list(username, 1), search.list(usernames, MAX_PAGES), search.list(words, MAX_PAGES)]);
  const byId = new Map(found.flat().map((card) => [card._id, card]));
  return [...byId.values()].slice(0, MAX_PAGES);
}
