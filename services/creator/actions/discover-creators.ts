import { implement } from "#libs/contract-kit/implement.ts";
import { discoverCreators } from "#libs/contracts/creator/index.ts";
import { cursorPageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { searchCreators } from "../discovery/search-creators.ts";
import { cursorAfter, idsAfter, MAX_PAGES, positionOf } from "../domain/discovery.ts";
import { creatorCardView } from "../views/creator-card-view.ts";

/** GET /discover/creators. Creators who are not active count in `total`, but are not listed. */
export const discoverCreatorsAction = (deps: Pick<Deps, "discovery" | "search">) =>
  implement(discoverCreators, async ({ params: { q, cursor, limit } }) =>
    q === undefined ? listAll(deps, cursor, limit) : listFound(deps, q, cursor, limit),
  );

/** A page looks through as many creators as `MAX_PAGES`, so one without any is followed by another one where most hide their pages. */
async function listAll({ discovery }: Pick<Deps, "discovery">, cursor: string | undefined, limit: number) {
  const position = cursor ? positionOf(cursor) : null;
  const rows = cursor && !position ? [] : await discovery.listMostFollowed(MAX_PAGES, position);
  const shown = rows.filter(({ published }) => published.includes(true));
  const active = shown.filter(({ creatorStatus }) => creatorStatus === "ACTIVE");
  const last = active.length > limit ? active[limit - 1] : rows.length === MAX_PAGES ? rows.at(-1) : undefined;
  return {
    results: active.slice(0, limit).map(creatorCardView),
    total: shown.length,
    nextCursor: last ? cursorAfter(last) : null,
    hasMore: last !== undefined,
  };
}

async function listFound(deps: Pick<Deps, "search">, query: string, cursor: string | undefined, limit: number) {
  const found = await searchCreators(deps, query);
  const byId = new Map(found.map((card) => [card._id, card]));
  const ids = [...byId.keys()];
  const page = cursorPageOf(cursor ? (idsAfter(ids, cursor) ?? []) : ids, limit, (id) => id);
  return { ...page, results: page.results.flatMap((id) => byId.get(id) ?? []).map(creatorCardView), total: ids.length };
}
