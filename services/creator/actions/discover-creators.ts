import { implement } from "#libs/contract-kit/implement.ts";
import { discoverCreators } from "#libs/contracts/creator/index.ts";
import { cursorPageOf } from "#libs/kernel/paging.ts";
import type { CardRow } from "../data/discovery.store.ts";
import type { Deps } from "../deps.ts";
import { creatorCards } from "../discovery/creator-cards.ts";
import { searchCreators } from "../discovery/search-creators.ts";
import { cursorAfter, idsAfter, MAX_PAGES, positionOf } from "../domain/discovery.ts";

/** GET /discover/creators. Creators who are not active count in `total`, but are not listed. */
export const discoverCreatorsAction = (deps: Pick<Deps, "bioPages" | "discovery" | "packages" | "search">) =>
  implement(discoverCreators, async ({ params: { q, cursor, limit, include } }) => {
    const { rows, ...page } = q === undefined ? await listAll(deps, cursor, limit) : await listFound(deps, q, cursor, limit);
    return { results: await creatorCards(deps, rows, include), ...page };
  });

interface FoundCards {
  readonly rows: readonly CardRow[];
  readonly total: number;
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
}

/** A page looks through as many creators as `MAX_PAGES`, so one without any is followed by another one where most hide their pages. */
async function listAll({ discovery }: Pick<Deps, "discovery">, cursor: string | undefined, limit: number): Promise<FoundCards> {
  const position = cursor ? positionOf(cursor) : null;
  const read = cursor && !position ? [] : await discovery.listMostFollowed(MAX_PAGES, position);
  const shown = read.filter(({ published }) => published.includes(true));
  const active = shown.filter(({ creatorStatus }) => creatorStatus === "ACTIVE");
  const last = active.length > limit ? active[limit - 1] : read.length === MAX_PAGES ? read.at(-1) : undefined;
  return { rows: active.slice(0, limit), total: shown.length, nextCursor: last ? cursorAfter(last) : null, hasMore: last !== undefined };
}

async function listFound(deps: Pick<Deps, "search">, query: string, cursor: string | undefined, limit: number): Promise<FoundCards> {
  const found = await searchCreators(deps, query);
  const byId = new Map(found.map((card) => [card._id, card]));
  const ids = [...byId.keys()];
  const { results, ...page } = cursorPageOf(cursor ? (idsAfter(ids, cursor) ?? []) : ids, limit, (id) => id);
  return { ...page, rows: results.flatMap((id) => byId.get(id) ?? []), total: ids.length };
}
