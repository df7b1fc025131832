import { implement } from "#libs/contract-kit/implement.ts";
import { identifySession } from "#libs/contracts/analytics.ts";
import type { Deps } from "../deps.ts";
import { tolerate } from "../tolerate.ts";

/** POST /analytics/identify. A session is linked to one user only, and only while the visitor's consent stands. */
export const identifySessionAction = ({ logger, sessions }: Pick<Deps, "logger" | "sessions">) =>
  implement(identifySession, async ({ caller, params }) => {
    const linked = await tolerate(logger, "link a session", () => sessions.link(params.sessionId, caller.userId));
    return { ok: true, linked: linked ?? false };
  });
