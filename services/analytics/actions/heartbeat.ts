import { implement } from "#libs/contract-kit/implement.ts";
import { heartbeat } from "#libs/contracts/analytics/index.ts";
import type { Deps } from "../deps.ts";
import { extendSession } from "../tracking/extend-session.ts";

/** POST /analytics/heartbeat */
export const heartbeatAction = (deps: Pick<Deps, "clock" | "logger" | "sessions" | "pageViews">) =>
  implement(heartbeat, async ({ params }) => {
    await extendSession(deps, params.sessionId);
    return { ok: true };
  });
