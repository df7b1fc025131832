import type { HttpBinding } from "#libs/contract-kit/contract.ts";
import { RATE_LIMITS, type RateLimitPolicy } from "#libs/contract-kit/settings.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { hmacBase64Url } from "#libs/kernel/secrets.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { holderOf } from "../client-address.ts";
import type { Exchange } from "../exchange.ts";
import type { Route } from "../routes.ts";
import { comesByCookie } from "./credential.ts";
import type { Identity } from "./identify-caller.ts";

const DEFAULT_POLICIES = {
  public: "default_ip",
  bearer: "default_user",
  admin: "admin_config",
  adminSession: "admin_config",
} as const satisfies Record<HttpBinding["auth"], RateLimitPolicy>;

/** The limit under which a route is counted. */
export function policyOf({ limit, auth }: HttpBinding): RateLimitPolicy {
  return limit ?? DEFAULT_POLICIES[auth];
}

/**
 * Counts one request of an endpoint (spec 8: limits are per operation) and tells the client how much is left. Returns the
 * refusal, or null. Users are counted by id, everybody else by address; an address never becomes part of a key.
 */
export async function countRequest(runtime: Runtime, route: Route, identity: Identity, exchange: Exchange): Promise<AppError | null> {
  const { http, name } = route.contract;
  const policy = policyOf(http);
  const scope = { platform: exchange.platform, ...(exchange.country ? { region: exchange.country } : {}) };
  const limit = runtime.config.read(`ratelimit.${policy}.limit`, scope);
  const windowSeconds = runtime.config.read(`ratelimit.${policy}.window_seconds`, scope);
  const key = `${policy}:${name}:${subjectOf(runtime, policy, userIdOf(http, identity, exchange), exchange)}`;
  const { allowed, left, resetMs } = await runtime.counters.rates.hit(key, limit, windowSeconds);
  const seconds = Math.max(1, Math.ceil(resetMs / SECOND));
  exchange.response.setHeader("RateLimit-Policy", `"${policy}";q=${limit};w=${windowSeconds}`);
  exchange.response.setHeader("RateLimit", `"${policy}";r=${left};t=${seconds}`);
  if (allowed) return null;
  runtime.metrics.rateLimited.inc({ policy });
  return new AppError("error.throttled", { retryAfter: seconds });
}

/** Whom the credential that counts on a route names (spec 8: the rotation of a secret is counted for each admin). */
function userIdOf(http: HttpBinding, { caller, adminCookie }: Identity, { request }: Exchange): string | undefined {
  return comesByCookie(http, request.headers) ? adminCookie?.userId : caller?.userId;
}

function subjectOf({ env }: Runtime, policy: RateLimitPolicy, userId: string | undefined, { address }: Exchange): string {
  if (RATE_LIMITS[policy].by === "caller" && userId !== undefined) return `user:${userId}`;
  return `address:${hmacBase64Url(env.secrets.pseudonymKey, holderOf(address))}`;
}
