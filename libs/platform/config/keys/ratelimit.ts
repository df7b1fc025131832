import { RATE_LIMITS, type RateLimitPolicy } from "#libs/policies/rate-limits.ts";
import type { NumberKey } from "../key.ts";

type LimitKey = `ratelimit.${RateLimitPolicy}.limit` | `ratelimit.${RateLimitPolicy}.window_seconds`;

/** Two keys for each policy: how many requests, in how many seconds (spec 8). */
const limits = Object.fromEntries(
  Object.entries(RATE_LIMITS).flatMap(([policy, { limit, windowSeconds }]) => [
    [
      `ratelimit.${policy}.limit`,
      {
        category: policy,
        type: "number",
        default: limit,
        min: 1,
        max: 1_000_000,
        integer: true,
        scopes: ["platform", "region"],
        description: `Requests allowed by ${policy}`,
      },
    ],
    [
      `ratelimit.${policy}.window_seconds`,
      {
        category: policy,
        type: "number",
        default: windowSeconds,
        min: 1,
        max: 604_800,
        integer: true,
        scopes: ["platform", "region"],
        description: `Window of ${policy}, in seconds`,
      },
    ],
  ]),
) as unknown as Record<LimitKey, NumberKey>;

export const rateLimitKeys = {
  ...limits,
  "ratelimit.wide_factor": {
    category: "addresses",
    type: "number",
    default: 4,
    min: 1,
    max: 1_000,
    integer: true,
    description: "How many times the limit of one IPv6 network (/64) all networks of a site (/48) may send together",
  },
} as const satisfies Record<string, NumberKey>;
