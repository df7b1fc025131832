import { listStaffIds } from "#libs/contracts/account/internal.ts";
import { endpointDisabled, endpointFailing } from "#libs/contracts/webhook/index.ts";
import { SYSTEM } from "#libs/platform/audit/audit-log.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { AttemptRecord } from "../data/delivery.model.ts";
import type { ClaimedDelivery } from "../data/delivery-queue.store.ts";
import type { EndpointDoc } from "../data/endpoint.model.ts";
import { disabledFrom, type HealthRules, healthAfterFailure } from "../domain/endpoint-health.ts";
import { retryDelay } from "../domain/retry-delay.ts";
import { disableEndpoint } from "../endpoints/disable-endpoint.ts";
import type { AttemptResult } from "./send-attempt.ts";
import type { SendingDeps } from "./sending-deps.ts";

const GONE = 410;

/**
 * Records the result of an attempt with its consequences for the delivery and its endpoint.
 * @param endpoint as it was before the attempt
 */
export async function recordAttempt(
  deps: SendingDeps,
  endpoint: EndpointDoc,
  claimed: ClaimedDelivery,
  result: AttemptResult,
): Promise<void> {
  await deps.faults.hit("webhook.delivery.record");
  const status = result.delivered ? await recordSuccess(deps, claimed, result) : await recordFailure(deps, endpoint, claimed, result);
  deps.metrics.webhookDeliveries.inc({ status });
}

async function recordSuccess({ clock, queue, endpoints }: SendingDeps, claimed: ClaimedDelivery, result: AttemptResult): Promise<string> {
  await queue.succeed(claimed, attemptRecord(result), clock.now());
  await endpoints.resetHealth(claimed.endpointId);
  return "succeeded";
}

/** The delivery, the health of the endpoint and the event for the staff change in one transaction. */
async function recordFailure(deps: SendingDeps, before: EndpointDoc, claimed: ClaimedDelivery, result: AttemptResult): Promise<string> {
  const now = deps.clock.now();
  const userIds = await staffToTell(deps, before, result, now);
  const delay = result.status === GONE ? null : retryDelay(claimed.tries + 1, result, deps.random(), now);
  return deps.transaction(async (tx) => {
    const endpoint = await deps.endpoints.find(claimed.endpointId, tx);
    const attempt = attemptRecord(result);
    const stillClaimed =
      delay === null
        ? await deps.queue.fail(tx, claimed, attempt, result.status === GONE ? "GONE" : "EXHAUSTED", now)
        : await deps.queue.reschedule(tx, claimed, attempt, new Date(now.getTime() + delay));
    if (!stillClaimed) return "lost";
    if (endpoint?.enabled) await updateHealth(deps, tx, endpoint, { result, userIds, now });
    return delay === null ? "failed" : "retrying";
  });
}

/** Ids of the staff who may change an endpoint, if the failure is news for them. While they cannot be found, the attempt is repeated. */
async function staffToTell(deps: SendingDeps, endpoint: EndpointDoc, { status }: AttemptResult, now: Date): Promise<string[]> {
  if (verdictOn(deps, endpoint, status, now).verdict === "none") return [];
  return [...(await deps.services.call(listStaffIds, { permission: "config:write" })).userIds];
}

function verdictOn(deps: SendingDeps, endpoint: EndpointDoc, status: AttemptResult["status"], now: Date) {
  const after = healthAfterFailure(endpoint, healthRules(deps), now);
  return status === GONE ? { ...after, verdict: "disable" as const } : after;
}

interface Failure {
  readonly result: AttemptResult;
  readonly userIds: string[];
  readonly now: Date;
}

async function updateHealth(
  deps: SendingDeps,
  tx: Tx,
  endpoint: EndpointDoc,
  { result: { status }, userIds, now }: Failure,
): Promise<void> {
  const { _id: endpointId, createdBy } = endpoint;
  const { health, verdict } = verdictOn(deps, endpoint, status, now);
  await deps.endpoints.update(tx, endpointId, health);
  if (verdict === "disable") {
    const reason = status === GONE ? "GONE" : "FAILING";
    await disableEndpoint(deps, tx, endpointId, reason, now);
    await deps.outbox.add(tx, endpointDisabled, { endpointId, createdBy, userIds, reason, disabledAt: now.toISOString() });
    await deps.audit.add(tx, { actor: SYSTEM, action: "webhook.disableEndpoint", target: endpointId, details: { reason } });
  } else if (verdict === "warn" && health.failingSince) {
    const { failingSince } = health;
    const payload = { failingSince: failingSince.toISOString(), disabledFrom: disabledFrom(failingSince, healthRules(deps)).toISOString() };
    await deps.outbox.add(tx, endpointFailing, { endpointId, createdBy, userIds, ...payload });
  }
}

function healthRules({ config }: Pick<SendingDeps, "config">): HealthRules {
  return {
    circuitFailures: config.read("webhook.circuit_failures"),
    circuitPauseSeconds: config.read("webhook.circuit_pause_seconds"),
    disableAfterHours: config.read("webhook.endpoint_disable_after_hours"),
  };
}

/** The part of a result that the log of the delivery keeps. */
export function attemptRecord({ at, durationMs, status, error }: AttemptResult): AttemptRecord {
  return { at, durationMs, status, error };
}
