import { implement } from "#libs/contract-kit/implement.ts";
import { issueTrackingToken } from "#libs/contracts/analytics/index.ts";
import type { Deps } from "../deps.ts";
import { trackingToken } from "../domain/tracking-token.ts";

/** Internal: a token for a bio page (spec 4.5). */
export const issueTrackingTokenAction = ({ clock, tokenKey }: Pick<Deps, "clock" | "tokenKey">) =>
  implement(issueTrackingToken, async ({ params }) => {
    const { token, expiresAt } = trackingToken(tokenKey, params.bioPageId, clock.now());
    return { token, expiresAt: expiresAt.toISOString() };
  });
