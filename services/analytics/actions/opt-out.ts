import { implement } from "#libs/contract-kit/implement.ts";
import { optOut } from "#libs/contracts/analytics.ts";
import type { Deps } from "../deps.ts";

/** POST /analytics/opt-out. Unlike tracking it fails when the store does: whoever opts out must not be told that it worked. */
export const optOutAction = ({ clock, optOuts, sessions, hashOf }: Pick<Deps, "clock" | "optOuts" | "sessions" | "hashOf">) =>
  implement(optOut, async ({ params }) => {
    const visitor = hashOf(params.visitorId);
    await optOuts.add(visitor, clock.now());
    await sessions.withdrawConsent(visitor);
    return { ok: true };
  });
