import { implement } from "#libs/contract-kit/implement.ts";
import { listCreators } from "#libs/contracts/creator/index.ts";
import { cursorPageOf } from "#libs/kernel/paging.ts";
import { positionIn } from "../data/creator-list.store.ts";
import type { Deps } from "../deps.ts";
import { listedCreatorView } from "../views/listed-creator-view.ts";

/** GET /admin/creators */
export const listCreatorsAction = ({ creatorLists }: Pick<Deps, "creatorLists">) =>
  implement(listCreators, async ({ params: { cursor, limit, ...search } }) => {
    const page = cursorPageOf(await creatorLists.list(search, cursor, limit + 1), limit, (profile) => positionIn(search, profile));
    return { ...page, results: page.results.map(listedCreatorView) };
  });
