import { runningTrace } from "#libs/contract-kit/running-action.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { EgressRefused } from "#libs/platform/http-client/egress-guard.ts";
import type { EndpointDoc } from "../data/endpoint.model.ts";
import type { WebhookPayload } from "../domain/payload.ts";
import { signedHeaders } from "../domain/signature.ts";
import type { SendingDeps } from "./sending-deps.ts";

export interface AttemptResult {
  readonly at: Date;
  readonly durationMs: number;
  readonly delivered: boolean;
  readonly status: number | null;
  readonly retryAfter: string | null;
  /** A code such as `TIMEOUT` or `HTTP_500`; null when it was delivered. */
  readonly error: string | null;
}

interface AttemptOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** True: a disabled endpoint gets the payload, too. */
  readonly allowDisabled?: boolean;
}

const MAX_ANSWER_BYTES = 64 * 1024;
const MIN_TIMEOUT_MS = 1_000;

type AttemptDeps = Pick<SendingDeps, "clock" | "guard" | "logger" | "post" | "endpoints" | "secrets">;

/**
 * Makes one attempt. It checks the address first and reads the endpoint last. An attempt that begins after a rotation has responded is
 * therefore signed with the new secret (spec 6.2). Null when the endpoint has been deleted or disabled, or has another URL by then.
 */
export async function sendAttempt(
  deps: AttemptDeps,
  { _id, url }: Pick<EndpointDoc, "_id" | "url">,
  payload: WebhookPayload,
  { timeoutMs, signal, allowDisabled = false }: AttemptOptions,
): Promise<AttemptResult | null> {
  const startedAt = performance.now();
  const elapsed = () => Math.round(performance.now() - startedAt);
  const checked = await checkDestination(deps, url);
  const at = deps.clock.now();
  const endpoint = await deps.endpoints.find(_id);
  if (!endpoint || endpoint.url !== url || !(endpoint.enabled || allowDisabled)) return null;
  const notSent = (error: string): AttemptResult => ({
    at,
    durationMs: elapsed(),
    delivered: false,
    status: null,
    retryAfter: null,
    error,
  });
  if ("refusal" in checked) return notSent(checked.refusal);
  const secret = openSecret(deps, endpoint);
  if (secret === null) return notSent("SECRET_UNREADABLE");
  const outcome = await deps.post.post({
    destination: checked.destination,
    headers: { ...signedHeaders({ secret, ...payload, at }), ...runningTrace() },
    body: payload.body,
    timeoutMs: Math.max(timeoutMs - elapsed(), MIN_TIMEOUT_MS),
    maxAnswerBytes: MAX_ANSWER_BYTES,
    signal,
  });
  const durationMs = elapsed();
  if (outcome.status === null) return { at, durationMs, delivered: false, status: null, retryAfter: null, error: outcome.failure };
  const delivered = outcome.status >= 200 && outcome.status < 300;
  return { at, durationMs, delivered, ...outcome, error: delivered ? null : `HTTP_${outcome.status}` };
}

async function checkDestination({ guard }: Pick<AttemptDeps, "guard">, url: string) {
  try {
    return { destination: await guard.check(url) };
  } catch (error) {
    if (error instanceof EgressRefused) return { refusal: `URL_${error.reason}` };
    throw error;
  }
}

/** Null when the stored secret was changed or its key is no longer configured: the attempt then fails like any other. */
function openSecret({ logger, secrets }: AttemptDeps, { _id, sealedSecret }: EndpointDoc): string | null {
  try {
    return secrets.open(_id, sealedSecret);
  } catch (error) {
    logger.error({ err: error, endpoint: _id }, "webhook secret unreadable; rotate it, or configure its key again");
    return null;
  }
}

/** The longest duration of an attempt, in milliseconds. */
export function attemptTimeout({ config }: Pick<SendingDeps, "config">): number {
  return config.read("webhook.timeout_seconds") * SECOND;
}
