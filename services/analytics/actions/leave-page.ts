import { implement } from "#libs/contract-kit/implement.ts";
import { leavePage, leavePageByBeacon } from "#libs/contracts/analytics.ts";
import type { Deps } from "../deps.ts";
import { leavePage as leave } from "../tracking/leave-page.ts";

const action = (contract: typeof leavePage) => (deps: Pick<Deps, "logger" | "faults" | "pageViews">) =>
  implement(contract, async ({ params }) => {
    await leave(deps, params);
    return { ok: true };
  });

/** PATCH /analytics/pageview/{id}/leave (spec 4.5). */
export const leavePageAction = action(leavePage);

/** POST, for `navigator.sendBeacon`. */
export const leavePageByBeaconAction = action(leavePageByBeacon);
