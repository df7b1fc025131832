import type { Caller } from "#libs/contract-kit/caller.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { DAY, SECOND } from "#libs/kernel/clock.ts";
import { hmacHex, sha256Hex } from "#libs/kernel/secrets.ts";
import type { ReplayStore } from "#libs/platform/counters/counter-store.ts";
import type { ParamSources } from "../request/request-params.ts";
import type { HttpResponse } from "../response/response.ts";
import type { Route } from "../routing/routes.ts";

const RETENTION_SECONDS = DAY / SECOND;
/** A key counts as in progress for this long, which is longer than any request takes. */
const IN_PROGRESS_SECONDS = 30;
/** Refusals by a business rule are stored like successes. Other errors are not, because a retry may succeed. */
const STORED_ERROR_STATUSES: ReadonlySet<number> = new Set([400, 404, 409, 422]);

/**
 * The Idempotency-Key of a request; null without one, and on routes that accept none. Public routes accept none even from a known caller,
 * because the responses of sign-in and refresh hold tokens. The key may be a bare token or a quoted string. Throws 400.
 */
export function idempotencyKeyOf(
  { contract: { http } }: Route,
  header: string | string[] | undefined,
  caller: Caller | null,
): string | null {
  if (!caller || http.auth === "public" || http.method === "GET" || http.idempotency === "never") return null;
  if (header === undefined) {
    if (http.idempotency === "required") throw new AppError("idempotency.error.key_required");
    return null;
  }
  const text = String(header);
  const key = /^"(.*)"$/.exec(text)?.[1]?.replace(/\\(["\\])/g, "$1") ?? text;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new AppError("idempotency.error.key_invalid");
  return key;
}

interface IdempotentRequest {
  readonly replays: ReplayStore;
  readonly route: Route;
  readonly caller: Caller;
  readonly sources: ParamSources;
  readonly key: string;
  /** Keys the fingerprints: a body may hold a password, which could be guessed from a plain hash. */
  readonly secret: string;
}

/** Runs the first request of a key; repetitions get its stored response, byte for byte. Throws 409 and 422. */
export async function runOnce(request: IdempotentRequest, run: () => Promise<HttpResponse>): Promise<HttpResponse> {
  const { replays, sources } = request;
  const name = storageNameOf(request);
  const content = request.route.contract.http.method === "DELETE" ? [...sources.query] : sources.body;
  const fingerprint = hmacHex(request.secret, canonicalJson(content));
  const stored = await replays.begin(name, fingerprint, IN_PROGRESS_SECONDS);
  if (stored.state !== "fresh") {
    if (stored.fingerprint !== fingerprint) throw new AppError("idempotency.error.key_reused");
    if (stored.state === "running") throw new AppError("idempotency.error.in_progress");
    return { status: stored.status, body: stored.body, headers: { "Idempotency-Replayed": "true" } };
  }
  try {
    const response = await run();
    if (isStored(response)) {
      await replays.finish(name, fingerprint, { status: response.status, body: response.body.toString() }, RETENTION_SECONDS);
    } else {
      await replays.abandon(name);
    }
    return response;
  } catch (error) {
    await replays.abandon(name);
    throw error;
  }
}

function isStored({ status, code }: HttpResponse): boolean {
  return status < 300 || (STORED_ERROR_STATUSES.has(status) && code !== "VALIDATION_FAILED");
}

/** Separates equal keys of different callers, methods and concrete paths. */
function storageNameOf({ route, caller, sources, key }: IdempotentRequest): string {
  const path = route.pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(sources.pathParams[name] ?? ""));
  return sha256Hex([caller.userId, route.contract.http.method, path, key].join("\n"));
}

/** JSON with sorted keys, so that the order of fields makes no difference. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
