import { implement } from "#libs/contract-kit/implement.ts";
import { leavePage, leavePageByBeacon } from "#libs/contracts/analytics/index.ts";
import type { Deps } from "../deps.ts";
import { recordLeave } from "../tracking/record-leave.ts";

const action = (contract: typeof leavePage | typeof leavePageByBeacon) => (deps: Pick<Deps, "logger" | "writer">) =>
  implement(contract, async ({ params }) => {
    await recordLeave(deps, params);
    return { ok: true };
  });

/** PATCH /analytics/pageview/{id}/leave (spec 4.5). */
export const leavePageAction = action(leavePage);

/** POST, for `navigator.sendBeacon`. */
export const leavePageByBeaconAction = action(leavePageByBeacon);
