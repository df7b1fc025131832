import { implement } from "#libs/contract-kit/implement.ts";
import { createSession } from "#libs/contracts/analytics/index.ts";
import type { Deps } from "../deps.ts";
import { parseUserAgent } from "../domain/parse-user-agent.ts";
import { type DropReason, refusalOf } from "../domain/session-refusals.ts";
import { newSession } from "../tracking/new-session.ts";
import { tolerateFailure } from "../tracking/tolerate-failure.ts";

/** POST /analytics/session (spec 4.5). A refused session gets the id null; only the metric shows the reason. */
export const createSessionAction = (
  deps: Pick<Deps, "clock" | "config" | "logger" | "metrics" | "writer" | "locate" | "tokenKey" | "hashOf">,
) => {
  const { clock, config, logger, metrics, writer, locate, tokenKey, hashOf } = deps;
  const dropped = (reason: DropReason) => {
    metrics.trackingDropped.inc({ reason });
    return { id: null };
  };
  return implement(createSession, async ({ params }) => {
    const now = clock.now();
    const refusal = refusalOf(params, { tokenKey, now, botTokens: config.read("analytics.bot_tokens") });
    if (refusal) return dropped(refusal);
    const client = parseUserAgent(params.userAgent);
    const publicHost = config.read("site.public_host");
    const location = await locate(params);
    const session = newSession(params, { visitorHash: hashOf(params.visitorId), client, location, now, publicHost });
    const inserted = await tolerateFailure(logger, "insert a session", () => writer.insertSession(session));
    if (inserted === null) return dropped("store");
    return inserted ? { id: session._id, createdAt: session.createdAt.toISOString() } : dropped("opt_out");
  });
};
