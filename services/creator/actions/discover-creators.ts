import { implement } from "#libs/contract-kit/implement.ts";
import { discoverCreators } from "#libs/contracts/creator/index.ts";
import type { Deps } from "../deps.ts";
import { creatorCards } from "../discovery/creator-cards.ts";
import { MAX_PAGES } from "../domain/discovery.ts";

/** GET /discover/creators. Creators who are not active count in `total`, but are not listed. */
export const discoverCreatorsAction = (deps: Pick<Deps, "bioPages" | "discovery" | "packages">) =>
  implement(discoverCreators, async ({ params: { limit, include } }) => {
    const rows = await deps.discovery.listPublic(MAX_PAGES);
    const active = rows.filter(({ creatorStatus }) => creatorStatus === "ACTIVE").slice(0, limit);
    return { results: await creatorCards(deps, active, include), total: rows.length };
  });
