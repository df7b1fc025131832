import { LRUCache } from "lru-cache";
import type { HttpBinding } from "#libs/contract-kit/contract.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { hmacBase64Url } from "#libs/kernel/secrets.ts";
import type { WindowUse } from "#libs/platform/counters/counter-store.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { RATE_LIMITS, type RateLimitPolicy } from "#libs/policies/rate-limits.ts";
import { type Identity, usesAdminCookie } from "../authentication/identify-caller.ts";
import { networkOf, siteOf } from "../request/client-location.ts";
import type { RequestContext } from "../request/request-context.ts";

const DEFAULT_POLICIES = {
  public: "default_ip",
  bearer: "default_user",
  admin: "admin_config",
  adminSession: "admin_config",
} as const satisfies Record<HttpBinding["auth"], RateLimitPolicy>;

/** The rate limit that applies to a route. */
export function policyOf({ limit, auth }: HttpBinding): RateLimitPolicy {
  return limit ?? DEFAULT_POLICIES[auth];
}

/** How many people may renew their sessions from one network as often as one of them may. */
const PEOPLE_OF_A_NETWORK = 100;

/** A client without credentials. */
export const NOBODY: Identity = { caller: null, revoked: null, failure: null, adminCookie: null };

/** What a request is counted as. */
interface Counted {
  readonly contract: { readonly name: string; readonly http: HttpBinding };
}

/**
 * Counts a request against the limit of its action (spec 8) and sets the `RateLimit` headers. Returns the error of a request over
 * the limit, else null. Known callers are counted by user id, all others by a keyed hash of their network, and refreshes by one of
 * their token, too.
 */
export async function countRequest(
  runtime: Runtime,
  route: Counted,
  identity: Identity,
  context: RequestContext,
  refreshToken: string | null = null,
): Promise<AppError | null> {
  const { http, name } = route.contract;
  const policy = policyOf(http);
  const scope = { platform: context.platform, ...(context.country ? { region: context.country } : {}) };
  const limit = runtime.config.read(`ratelimit.${policy}.limit`, scope);
  const windowSeconds = runtime.config.read(`ratelimit.${policy}.window_seconds`, scope);
  const subjects = subjectsOf(runtime, policy, { userId: userIdOf(http, identity, context), refreshToken }, context);
  const { allowed, left, resetMs, bound, requests } = await hitAll(runtime, `${policy}:${name}`, subjects, limit, windowSeconds);
  const resetSeconds = Math.max(1, Math.ceil(resetMs / SECOND));
  context.requestsInWindow = requests;
  context.response.setHeader("RateLimit-Policy", `"${policy}";q=${bound};w=${windowSeconds}`);
  context.response.setHeader("RateLimit", `"${policy}";r=${left};t=${resetSeconds}`);
  if (allowed) return null;
  runtime.metrics.rateLimited.inc({ policy });
  return new AppError("error.throttled", { retryAfter: resetSeconds });
}

/** The user whom the credentials for a route name. An ended admin session still counts for its admin (spec 8). */
function userIdOf(http: HttpBinding, { caller, adminCookie }: Identity, { request }: RequestContext): string | undefined {
  return usesAdminCookie(http, request.headers) ? adminCookie?.userId : caller?.userId;
}

/** Whose requests are counted together, and how many times the limit they may send. */
interface Subject {
  readonly id: string;
  readonly factor: number;
}

/**
 * A caller, or a network. An IPv6 network counts for its site as well: otherwise whoever has a site could send the limit 65,536 times.
 */
function subjectsOf(
  { env, config }: Runtime,
  policy: RateLimitPolicy,
  { userId, refreshToken }: { readonly userId: string | undefined; readonly refreshToken: string | null },
  context: RequestContext,
): Subject[] {
  if (RATE_LIMITS[policy].by === "caller" && userId !== undefined) return [{ id: `user:${userId}`, factor: 1 }];
  const { pseudonymKey } = env.secrets;
  const hashed = (network: string) => networkHash(pseudonymKey, network);
  const address = `address:${hashed(networkOf(context.limitedAddress))}`;
  if (RATE_LIMITS[policy].by === "refreshToken" && refreshToken !== null) {
    // Whoever invents tokens is counted by network.
    return [
      { id: `token:${hmacBase64Url(pseudonymKey, refreshToken)}`, factor: 1 },
      { id: address, factor: PEOPLE_OF_A_NETWORK },
    ];
  }
  const network: Subject = { id: address, factor: 1 };
  const site = siteOf(context.limitedAddress);
  return site === null ? [network] : [network, { id: `site:${hashed(site)}`, factor: config.read("ratelimit.wide_factor") }];
}

/** Clients send one request after the other, and a hash takes as long as counting them. By key, because a process may serve more than one system. */
const rememberedHashes = new LRUCache<string, string>({ max: 5_000 });

function networkHash(key: string, network: string): string {
  const name = `${key} ${network}`;
  const known = rememberedHashes.get(name);
  if (known !== undefined) return known;
  const hash = hmacBase64Url(key, network);
  rememberedHashes.set(name, hash);
  return hash;
}

/**
 * Counts a request for each subject until one is over its bound, so that a network over its limit does not use up that of its site.
 * Returns the window that has the fewest requests left, and the requests of the first subject.
 */
async function hitAll({ counters }: Runtime, counted: string, subjects: readonly Subject[], limit: number, windowSeconds: number) {
  let tightest: (WindowUse & { readonly bound: number }) | undefined;
  let requests: number | undefined;
  for (const { id, factor } of subjects) {
    const bound = limit * factor;
    const use = await counters.rates.hit(`${counted}:${id}`, bound, windowSeconds);
    requests ??= bound - use.left;
    if (!use.allowed) return { ...use, bound, requests };
    if (!tightest || use.left < tightest.left) tightest = { ...use, bound };
  }
  if (!tightest || requests === undefined) throw new Error("a request is counted for somebody");
  return { ...tightest, requests };
}
