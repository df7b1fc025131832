import { implement } from "#libs/contract-kit/implement.ts";
import { discoverCreators } from "#libs/contracts/creator/index.ts";
import type { Deps } from "../deps.ts";
import { MAX_PAGES } from "../domain/discovery.ts";
import { creatorCardView } from "../views/creator-card-view.ts";

/** GET /discover/creators. Creators who are not active count in `total`, but are not listed. */
export const discoverCreatorsAction = ({ discovery }: Pick<Deps, "discovery">) =>
  implement(discoverCreators, async ({ params: { limit } }) => {
    const rows = await discovery.listPublic(MAX_PAGES);
    const active = rows.filter(({ creatorStatus }) => creatorStatus === "ACTIVE").slice(0, limit);
    return { results: active.map(({ creatorStatus: _, ...card }) => creatorCardView(card)), total: rows.length };
  });
