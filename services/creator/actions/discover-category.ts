import { implement } from "#libs/contract-kit/implement.ts";
import { discoverCategory } from "#libs/contracts/creator/index.ts";
import { cursorPageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { creatorCards } from "../discovery/creator-cards.ts";
import { listFirstPage, listNextPage } from "../discovery/list-creators.ts";
import { discoveryQueryOf, MAX_PAGE_SIZE } from "../domain/discovery.ts";

/** GET /discover/category/{platform} (spec 4.12) */
export const discoverCategoryAction = (deps: Pick<Deps, "bioPages" | "config" | "discovery" | "packages" | "pagingSessions">) =>
  implement(discoverCategory, async ({ params }) => {
    const { clientPlatform: platform, country: region, cursor } = params;
    const scope = { ...(platform && { platform }), ...(region && { region }) };
    const limit = Math.min(params.limit ?? deps.config.read("discover.page_size", scope), MAX_PAGE_SIZE);
    const query = discoveryQueryOf(params);
    const { ids, cards, sessionFor } = cursor ? await listNextPage(deps, query, limit, cursor) : await listFirstPage(deps, query, limit);
    const page = cursorPageOf(ids, limit, (id) => id);
    if (page.nextCursor !== null) await deps.pagingSessions.save(query, page.nextCursor, await sessionFor(page.nextCursor));
    return { ...page, results: await creatorCards(deps, cards, params.include) };
  });
