import { isBot } from "#libs/kernel/bots.ts";
import { isTrackingToken } from "./tracking-token.ts";

/** Why a session was not recorded; the labels of the metric, never told to the client. `opt_out` and `store` are found while writing. */
export type DropReason = "bot" | "consent" | "token" | "opt_out" | "store";

export interface SessionRequest {
  readonly userAgent?: string | undefined;
  readonly consentAnalytics?: string | undefined;
  readonly bioPageId?: string | undefined;
  readonly trackingToken?: string | undefined;
}

interface Facts {
  readonly tokenKey: Buffer;
  readonly now: Date;
}

type Refusal = readonly [reason: DropReason, when: (request: SessionRequest, facts: Facts) => boolean];

/** The refusals of spec 4.5, in its order. A page without a token counts as one with a wrong token. */
const sessionRefusals: readonly Refusal[] = [
  ["bot", ({ userAgent }) => isBot(userAgent)],
  ["consent", ({ consentAnalytics }) => consentAnalytics !== "granted"],
  [
    "token",
    ({ bioPageId, trackingToken = "" }, { tokenKey, now }) =>
      bioPageId !== undefined && !isTrackingToken(tokenKey, bioPageId, trackingToken, now),
  ],
];

/** The first refusal that applies, or null. */
export function refusalOf(request: SessionRequest, facts: Facts): DropReason | null {
  return sessionRefusals.find(([, when]) => when(request, facts))?.[0] ?? null;
}
