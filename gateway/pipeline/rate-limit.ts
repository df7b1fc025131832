import { LRUCache } from "lru-cache";
import type { Caller } from "#libs/contract-kit/caller.ts";
import type { HttpBinding } from "#libs/contract-kit/contract.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { hmacBase64Url } from "#libs/kernel/secrets.ts";
import type { WindowUse } from "#libs/platform/counters/counter-store.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { RATE_LIMITS, type RateLimitPolicy } from "#libs/policies/rate-limits.ts";
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

/** Factor for one network: this many people may renew their sessions from it as often as one person may. */
const PEOPLE_OF_A_NETWORK = 100;

/** The route whose limit a request counts against. */
interface Counted {
  readonly contract: { readonly name: string; readonly http: HttpBinding };
}

/**
 * Counts a request against the limit of its action (spec 8) and sets the `RateLimit` headers. Returns the error of a request over the
 * limit, else null. Callers whom the route takes are counted by user id, all others by a keyed hash of their network: the thief of an ended
 * session could use up the limits of its owner. Refreshes are also counted by a keyed hash of their token.
 */
export async function countRequest(
  runtime: Runtime,
  route: Counted,
  caller: Caller | null,
  context: RequestContext,
  refreshToken: string | null = null,
): Promise<AppError | null> {
  const { http, name } = route.contract;
  const policy = policyOf(http);
  const scope = { platform: context.platform, ...(context.country ? { region: context.country } : {}) };
  const limit = runtime.config.read(`ratelimit.${policy}.limit`, scope);
  const windowSeconds = runtime.config.read(`ratelimit.${policy}.window_seconds`, scope);
  const subjects = subjectsOf(runtime, http, { userId: caller?.userId, refreshToken }, context);
  const { allowed, left, resetMs, bound, requests } = await hitAll(runtime, `${policy}:${name}`, subjects, limit, windowSeconds);
  const resetSeconds = Math.max(1, Math.ceil(resetMs / SECOND));
  context.requestsInWindow = requests;
  context.response.setHeader("RateLimit-Policy", `"${policy}";q=${bound};w=${windowSeconds}`);
  context.response.setHeader("RateLimit", `"${policy}";r=${left};t=${resetSeconds}`);
  if (allowed) return null;
  runtime.metrics.rateLimited.inc({ policy });
  return new AppError("error.throttled", { retryAfter: resetSeconds });
}

/** An entity with a request count of its own, and the multiple of the limit that it may use. */
interface Subject {
  readonly id: string;
  readonly factor: number;
}

/**
 * A caller, a network, or a caller in a network. The last one is for callers of routes that need or serve them and count by network: a neighbour
 * without credentials cannot use up their limit, nor can the thief of their session elsewhere. Mails stop no thief, so they count by network, apart
 * from requests that lack the credentials. An IPv6 network also counts for its site: otherwise the owner of a site could multiply the limit by
 * 65,536.
 */
function subjectsOf(
  { env, config }: Runtime,
  http: HttpBinding,
  { userId, refreshToken }: { readonly userId: string | undefined; readonly refreshToken: string | null },
  context: RequestContext,
): Subject[] {
  const { by } = RATE_LIMITS[policyOf(http)];
  if (by === "caller" && userId !== undefined) return [{ id: `user:${userId}`, factor: 1 }];
  const { pseudonymKey } = env.secrets;
  const takesCaller = http.auth !== "public" || http.servesCaller === true;
  const isPair = takesCaller && userId !== undefined && policyOf(http) !== "mail_request";
  const lacksCaller = http.auth !== "public" && userId === undefined;
  const within = isPair ? ` ${userId}` : lacksCaller ? " -" : "";
  const hashed = (network: string) => networkHash(pseudonymKey, network + within);
  const subjects: Subject[] = [];
  let people = 1;
  if (by === "refreshToken" && refreshToken !== null) {
    // Network and site stop clients that invent tokens.
    subjects.push({ id: `token:${hmacBase64Url(pseudonymKey, refreshToken)}`, factor: 1 });
    people = PEOPLE_OF_A_NETWORK;
  }
  const wide = config.read("ratelimit.wide_factor");
  const site = siteOf(context.limitedAddress);
  subjects.push({ id: `address:${hashed(networkOf(context.limitedAddress))}`, factor: people });
  if (site !== null) subjects.push({ id: `site:${hashed(site)}`, factor: people * wide });
  // Together, because some of these routes compare passwords: many accounts in one network would keep others from signing in.
  if (isPair) subjects.push({ id: `people:${networkHash(pseudonymKey, site ?? networkOf(context.limitedAddress))}`, factor: 2 * wide });
  return subjects;
}

/**
 * Cached, because clients send many requests and a hash costs as much as counting them. The key is part of the entry: a process may serve
 * several systems.
 */
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
 * Counts a request for each subject until one exceeds its bound. A network over its limit thus does not use up the limit of its site.
 * Returns the window with the fewest requests left, and the largest request count of a subject for each limit that it may use.
 */
async function hitAll({ counters }: Runtime, counted: string, subjects: readonly Subject[], limit: number, windowSeconds: number) {
  let tightest: (WindowUse & { readonly bound: number }) | undefined;
  let requests = 0;
  for (const { id, factor } of subjects) {
    const bound = limit * factor;
    const use = await counters.rates.hit(`${counted}:${id}`, bound, windowSeconds);
    requests = Math.max(requests, Math.ceil((bound - use.left) / factor));
    if (!use.allowed) return { ...use, bound, requests };
    if (!tightest || use.left < tightest.left) tightest = { ...use, bound };
  }
  if (!tightest) throw new Error("a request has at least one subject");
  return { ...tightest, requests };
}
