import { implement } from "#libs/contract-kit/implement.ts";
import { getOverview } from "#libs/contracts/config/index.ts";
import { gatherFacts, type OverviewDeps, overviewOf } from "../overview/console-overview.ts";
import { permissionsOf } from "../overview/may.ts";

/** GET /admin/overview */
export const getOverviewAction = (deps: OverviewDeps) =>
  implement(getOverview, async ({ caller }) => {
    const may = permissionsOf(caller);
    return overviewOf(deps, await gatherFacts(deps, may), may);
  });
