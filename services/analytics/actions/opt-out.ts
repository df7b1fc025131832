import { implement } from "#libs/contract-kit/implement.ts";
import { optOut } from "#libs/contracts/analytics/index.ts";
import type { Deps } from "../deps.ts";

/**
 * POST /analytics/opt-out. Unlike tracking it fails when the database does: a visitor must not be told that an opt-out worked when it did
 * not.
 */
export const optOutAction = ({ clock, optOuts, sessions, hashOf }: Pick<Deps, "clock" | "optOuts" | "sessions" | "hashOf">) =>
  implement(optOut, async ({ params }) => {
    const visitor = hashOf(params.visitorId);
    await optOuts.insertOnce(visitor, clock.now());
    await sessions.withdrawConsent(visitor);
    return { ok: true };
  });
