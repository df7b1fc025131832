import { EgressRefused } from "#libs/http-client/egress-guard.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import type { EndpointDoc } from "../data/endpoint.model.ts";
import type { Deps } from "../deps.ts";
import { signedHeaders } from "../domain/signature.ts";

/** What an attempt sends. */
export interface Letter {
  /** Identity of the fact. */
  readonly id: string;
  readonly body: string;
}

/** What came of an attempt. */
export interface AttemptResult {
  readonly at: Date;
  readonly durationMs: number;
  readonly delivered: boolean;
  readonly status: number | null;
  readonly retryAfter: string | null;
  /** One word; null when it was delivered. */
  readonly error: string | null;
}

export interface AttemptLimits {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

const MAX_ANSWER_BYTES = 64 * 1024;
const LEAST_MS = 1_000;
/** The word for an attempt that could not be signed. */
const SECRET_UNREADABLE = "SECRET_UNREADABLE";

type SendDeps = Pick<Deps, "clock" | "guard" | "logger" | "post" | "endpoints" | "secrets">;

/**
 * One attempt: the address is checked anew, then the endpoint is read anew, so that an attempt that begins after a rotation
 * has answered carries the new secret (spec 6.2). Null when the endpoint is gone, was switched off or has moved.
 * @param mayBeOff a test is sent to an endpoint that is switched off, too
 */
export async function sendAttempt(
  deps: SendDeps,
  { _id, url }: Pick<EndpointDoc, "_id" | "url">,
  letter: Letter,
  { timeoutMs, signal }: AttemptLimits,
  mayBeOff = false,
): Promise<AttemptResult | null> {
  const begin = performance.now();
  const elapsed = () => Math.round(performance.now() - begin);
  const checked = await checkedDestination(deps, url);
  const at = deps.clock.now();
  const endpoint = await deps.endpoints.find(_id);
  if (!endpoint || endpoint.url !== url || !(endpoint.enabled || mayBeOff)) return null;
  const unsent = (error: string): AttemptResult => ({ at, durationMs: elapsed(), delivered: false, status: null, retryAfter: null, error });
  if ("refusal" in checked) return unsent(checked.refusal);
  const secret = openedSecret(deps, endpoint);
  if (secret === null) return unsent(SECRET_UNREADABLE);
  const outcome = await deps.post.post({
    destination: checked.destination,
    headers: signedHeaders({ secret, ...letter, at }),
    body: letter.body,
    timeoutMs: Math.max(timeoutMs - elapsed(), LEAST_MS),
    maxAnswerBytes: MAX_ANSWER_BYTES,
    signal,
  });
  const durationMs = elapsed();
  if (outcome.status === null) return { at, durationMs, delivered: false, status: null, retryAfter: null, error: outcome.failure };
  const delivered = outcome.status >= 200 && outcome.status < 300;
  return { at, durationMs, delivered, ...outcome, error: delivered ? null : `HTTP_${outcome.status}` };
}

async function checkedDestination({ guard }: Pick<SendDeps, "guard">, url: string) {
  try {
    return { destination: await guard.check(url) };
  } catch (error) {
    if (error instanceof EgressRefused) return { refusal: `URL_${error.reason}` };
    throw error;
  }
}

/** Null when it was changed in the store, or its key is not configured any more: that is told, and counts like any other failure. */
function openedSecret({ logger, secrets }: SendDeps, { _id, sealedSecret }: EndpointDoc): string | null {
  try {
    return secrets.open(_id, sealedSecret);
  } catch (error) {
    logger.error({ err: error, endpoint: _id }, "the secret of a webhook endpoint cannot be opened; rotate it, or configure its key again");
    return null;
  }
}

/** How long an attempt may take, in milliseconds. */
export function attemptTimeout({ config }: Pick<Deps, "config">): number {
  return config.read("webhook.timeout_seconds") * SECOND;
}
