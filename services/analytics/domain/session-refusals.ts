import { isBot } from "#libs/contracts/analytics/bots.ts";
import { isTrackingToken } from "./tracking-token.ts";

/**
 * Why a session is not recorded: a label of the metric `tracking_dropped_total`, never part of a response. `opt_out` and `store` show only
 * when the session is written.
 */
export type DropReason = "bot" | "consent" | "token" | "opt_out" | "store";

export interface SessionRequest {
  readonly userAgent?: string | undefined;
  readonly consentAnalytics?: string | undefined;
  readonly bioPageId?: string | undefined;
  readonly trackingToken?: string | undefined;
}

interface TokenCheck {
  readonly tokenKey: Buffer;
  readonly now: Date;
}

type Refusal = readonly [reason: DropReason, applies: (request: SessionRequest, check: TokenCheck) => boolean];

/** The refusals of spec 4.5, in its order. A page without a token is refused like one with a wrong token. */
const sessionRefusals: readonly Refusal[] = [
  ["bot", ({ userAgent }) => isBot(userAgent)],
  ["consent", ({ consentAnalytics }) => consentAnalytics !== "granted"],
  [
    "token",
    ({ bioPageId, trackingToken = "" }, { tokenKey, now }) =>
      bioPageId !== undefined && !isTrackingToken(tokenKey, bioPageId, trackingToken, now),
  ],
];

/** The first refusal that applies to a request, or null. */
export function refusalOf(request: SessionRequest, check: TokenCheck): DropReason | null {
  return sessionRefusals.find(([, applies]) => applies(request, check))?.[0] ?? null;
}
