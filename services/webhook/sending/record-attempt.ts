import { SYSTEM } from "#libs/audit/audit-log.ts";
import { endpointDisabled, endpointFailing } from "#libs/contracts/webhook.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { ClaimedDelivery } from "../data/delivery-queue.store.ts";
import type { EndpointDoc } from "../data/endpoint.model.ts";
import type { Deps } from "../deps.ts";
import { afterFailure, disabledFrom, type HealthRules } from "../domain/health.ts";
import { delayAfter } from "../domain/schedule.ts";
import { switchOff } from "../switch-off.ts";
import type { AttemptResult } from "./send-attempt.ts";

const GONE = 410;

type RecordDeps = Pick<
  Deps,
  "clock" | "config" | "random" | "metrics" | "faults" | "transaction" | "endpoints" | "deliveries" | "queue" | "outbox" | "audit"
>;

/** Writes down what came of an attempt, and what follows for the delivery and its endpoint. */
export async function recordAttempt(deps: RecordDeps, claimed: ClaimedDelivery, result: AttemptResult): Promise<void> {
  await deps.faults.hit("webhook.delivery.record");
  const status = result.delivered ? await recordSuccess(deps, claimed, result) : await recordFailure(deps, claimed, result);
  deps.metrics.webhookDeliveries.inc({ status });
}

async function recordSuccess({ clock, queue, endpoints }: RecordDeps, claimed: ClaimedDelivery, result: AttemptResult): Promise<string> {
  await queue.succeed(claimed, lineOf(result), clock.now());
  await endpoints.recovered(claimed.endpointId);
  return "succeeded";
}

/** Delivery, health of the endpoint and what its administrator is told are one transaction. */
function recordFailure(deps: RecordDeps, claimed: ClaimedDelivery, result: AttemptResult): Promise<string> {
  const now = deps.clock.now();
  const delay = result.status === GONE ? null : delayAfter(claimed.tries + 1, result, deps.random(), now);
  return deps.transaction(async (tx) => {
    const endpoint = await deps.endpoints.find(claimed.endpointId, tx);
    const line = lineOf(result);
    const isMine =
      delay === null
        ? await deps.queue.giveUp(tx, claimed, line, result.status === GONE ? "GONE" : "EXHAUSTED", now)
        : await deps.queue.postpone(tx, claimed, line, new Date(now.getTime() + delay));
    if (!isMine) return "lost";
    if (endpoint?.enabled) await judge(deps, tx, endpoint, result, now);
    return delay === null ? "failed" : "retrying";
  });
}

async function judge(deps: RecordDeps, tx: Tx, endpoint: EndpointDoc, { status }: AttemptResult, now: Date): Promise<void> {
  const rules = healthRules(deps);
  const { health, verdict } = afterFailure(endpoint, rules, now);
  await deps.endpoints.update(tx, endpoint._id, health);
  if (status === GONE || verdict === "disable") {
    const reason = status === GONE ? "GONE" : "FAILING";
    await switchOff(deps, tx, endpoint._id, reason, now);
    const told = { endpointId: endpoint._id, createdBy: endpoint.createdBy, reason, disabledAt: now.toISOString() } as const;
    await deps.outbox.add(tx, endpointDisabled, told);
    await deps.audit.add(tx, { actor: SYSTEM, action: "webhook.disableEndpoint", target: endpoint._id, details: { reason } });
  } else if (verdict === "warn" && health.failingSince) {
    await deps.outbox.add(tx, endpointFailing, {
      endpointId: endpoint._id,
      createdBy: endpoint.createdBy,
      failingSince: health.failingSince.toISOString(),
      disabledFrom: disabledFrom(health.failingSince, rules).toISOString(),
    });
  }
}

function healthRules({ config }: Pick<Deps, "config">): HealthRules {
  return {
    circuitFailures: config.read("webhook.circuit_failures"),
    circuitPauseSeconds: config.read("webhook.circuit_pause_seconds"),
    disableAfterHours: config.read("webhook.endpoint_disable_after_hours"),
  };
}

/** The part of a result that is kept. */
export function lineOf({ at, durationMs, status, error }: AttemptResult) {
  return { at, durationMs, status, error };
}
