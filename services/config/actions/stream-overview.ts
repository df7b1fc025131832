import { implement } from "#libs/contract-kit/implement.ts";
import { streamOverview } from "#libs/contracts/config/index.ts";
import { type OverviewDeps, overviewOf } from "../overview/console-overview.ts";
import { permissionsOf } from "../overview/may.ts";
import { type OverviewWatch, stateOf } from "../overview/overview-watch.ts";

/** GET /admin/stream: the overview of the reader, when it is not the one that the stream has sent. Gateways add `changed` by themselves. */
export const streamOverviewAction = (deps: OverviewDeps, watch: Pick<OverviewWatch, "current">) =>
  implement(streamOverview, async ({ caller, params }) => {
    const data = overviewOf(deps, await watch.current(), permissionsOf(caller));
    const position = stateOf(data);
    return { events: position === params.position ? [] : [{ id: null, event: "overview", data }], position, more: false };
  });
