import { implement } from "#libs/contract-kit/implement.ts";
import { identifySession } from "#libs/contracts/analytics/index.ts";
import type { Deps } from "../deps.ts";
import { tolerateFailure } from "../tracking/tolerate-failure.ts";

/** POST /analytics/identify. A session is linked to one user at most, and only while it has consent. */
export const identifySessionAction = ({ logger, sessions }: Pick<Deps, "logger" | "sessions">) =>
  implement(identifySession, async ({ caller, params }) => {
    const linked = await tolerateFailure(logger, "link a session", () => sessions.linkToUser(params.sessionId, caller.userId));
    return { ok: true, linked: linked ?? false };
  });
