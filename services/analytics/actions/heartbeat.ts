import { implement } from "#libs/contract-kit/implement.ts";
import { heartbeat } from "#libs/contracts/analytics.ts";
import type { Deps } from "../deps.ts";
import { keepAlive } from "../tracking/keep-alive.ts";

/** POST /analytics/heartbeat */
export const heartbeatAction = (deps: Pick<Deps, "clock" | "logger" | "sessions" | "pageViews">) =>
  implement(heartbeat, async ({ params }) => {
    await keepAlive(deps, params.sessionId);
    return { ok: true };
  });
