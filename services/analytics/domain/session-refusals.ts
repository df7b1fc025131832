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

interface SessionCheck {
  readonly tokenKey: Buffer;
  readonly now: Date;
  /** Names of bots that the operator added. */
  readonly botTokens: readonly string[];
}

type Refusal = readonly [reason: DropReason, applies: (request: SessionRequest, check: SessionCheck) => boolean];

/** The refusals of spec 4.5, in its order. A page without a token is refused like one with a wrong token. */
const sessionRefusals: readonly Refusal[] = [
  ["bot", ({ userAgent }, { botTokens }) => isBot(userAgent, botTokens)],
  ["consent", ({ consentAnalytics }) => consentAnalytics !== "granted"],
  [
    "token",
    ({ bioPageId, trackingToken = "" }, { tokenKey, now }) =>
      bioPageId !== undefined && !isTrackingToken(tokenKey, bioPageId, trackingToken, now),
  ],
];

/** The first refusal that applies to a request, or null. */
export function refusalOf(request: SessionRequest, check: SessionCheck): DropReason | null {
  return sessionRefusals.find(([, applies]) => applies(request, check))?.[0] ?? null;
}
