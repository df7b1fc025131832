import { implement } from "#libs/contract-kit/implement.ts";
import { createSession } from "#libs/contracts/analytics.ts";
import type { Deps } from "../deps.ts";
import { type DropReason, refusalOf } from "../domain/session-refusals.ts";
import { clientOf } from "../domain/user-agent.ts";
import { tolerate } from "../tolerate.ts";
import { newSession } from "../tracking/new-session.ts";

/** POST /analytics/session (spec 4.5). A refusal is an answer without an id; only the metric knows its reason. */
export const createSessionAction = (deps: Pick<Deps, "clock" | "logger" | "metrics" | "commits" | "locate" | "tokenKey" | "hashOf">) => {
  const { clock, logger, metrics, commits, locate, tokenKey, hashOf } = deps;
  const dropped = (reason: DropReason) => {
    metrics.trackingDropped.inc({ reason });
    return { id: null };
  };
  return implement(createSession, async ({ params }) => {
    const now = clock.now();
    const refusal = refusalOf(params, { tokenKey, now });
    if (refusal) return dropped(refusal);
    const found = { visitorHash: hashOf(params.visitorId), client: clientOf(params.userAgent), place: await locate(params), now };
    const session = newSession(params, found);
    const recorded = await tolerate(logger, "insert a session", () => commits.session(session));
    if (recorded === null) return dropped("store");
    return recorded ? { id: session._id, createdAt: session.createdAt.toISOString() } : dropped("opt_out");
  });
};
