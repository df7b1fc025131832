import type { Caller } from "#libs/contract-kit/caller.ts";
import type { ReplayStore } from "#libs/counters/counter-store.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { DAY, SECOND } from "#libs/kernel/clock.ts";
import { hmacHex, sha256Hex } from "#libs/kernel/secrets.ts";
import type { Answer } from "../answer.ts";
import type { ParamSources } from "../request-params.ts";
import type { Route } from "../routes.ts";

const KEEP_SECONDS = DAY / SECOND;
/** A request that has not ended by then never will. */
const RUNNING_SECONDS = 30;
/** Refusals by a rule of the business are answers; those of the interface are not kept, a retry may succeed. */
const KEPT_REFUSALS: ReadonlySet<number> = new Set([400, 404, 409, 422]);

/**
 * The Idempotency-Key of a request, null when there is none or the route takes none: public ones take none, whoever asks, for
 * the answers of sign-in and refresh hold tokens. A bare token and a quoted structured-field string mean the same. Throws 400.
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

interface Keyed {
  readonly replays: ReplayStore;
  readonly route: Route;
  readonly caller: Caller;
  readonly sources: ParamSources;
  readonly key: string;
  /** Keys the fingerprints: a body may hold a password, and a bare hash of it could be guessed. */
  readonly secret: string;
}

/** Runs a request once for its key; later ones get the first answer, byte for byte. Throws 409 and 422. */
export async function answerOnce(keyed: Keyed, run: () => Promise<Answer>): Promise<Answer> {
  const { replays, sources } = keyed;
  const name = scopeOf(keyed);
  const fingerprint = hmacHex(keyed.secret, canonical(keyed.route.contract.http.method === "DELETE" ? [...sources.query] : sources.body));
  const known = await replays.begin(name, fingerprint, RUNNING_SECONDS);
  if (known.state !== "fresh") {
    if (known.fingerprint !== fingerprint) throw new AppError("idempotency.error.key_reused");
    if (known.state === "running") throw new AppError("idempotency.error.in_progress");
    return { status: known.status, body: known.body, headers: { "Idempotency-Replayed": "true" } };
  }
  try {
    const answer = await run();
    if (isKept(answer)) await replays.finish(name, fingerprint, { status: answer.status, body: answer.body }, KEEP_SECONDS);
    else await replays.abandon(name);
    return answer;
  } catch (error) {
    await replays.abandon(name);
    throw error;
  }
}

function isKept({ status, code }: Answer): boolean {
  return status < 300 || (KEPT_REFUSALS.has(status) && code !== "VALIDATION_FAILED");
}

/** Caller, method and concrete path: another user's or another resource's equal key is another key. */
function scopeOf({ route, caller, sources, key }: Keyed): string {
  const path = route.pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(sources.pathParams[name] ?? ""));
  return sha256Hex([caller.userId, route.contract.http.method, path, key].join("\n"));
}

/** JSON with sorted keys: the order of fields is no difference. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
