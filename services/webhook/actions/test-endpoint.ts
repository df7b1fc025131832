import { implement } from "#libs/contract-kit/implement.ts";
import { testEndpoint } from "#libs/contracts/webhook/index.ts";
import { PING_KIND, webhookKinds } from "#libs/contracts/webhook/kinds.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { newDelivery } from "../deliveries/new-delivery.ts";
import type { Deps } from "../deps.ts";
import { bodyOf } from "../domain/payload.ts";
import { requireEndpoint } from "../endpoints/require-endpoint.ts";
import { attemptRecord } from "../sending/record-attempt.ts";
import { attemptTimeout, sendAttempt } from "../sending/send-attempt.ts";

/** Shorter than the timeout of a delivery, because an administrator waits for the answer. */
const TEST_TIMEOUT_MS = 4 * SECOND;
const FIELDS = webhookKinds.find(({ kind }) => kind === PING_KIND)?.fields ?? {};

/** POST /admin/webhooks/{id}/test: one attempt, even for a disabled endpoint. It does not change the endpoint's health. */
export const testEndpointAction = (deps: Deps) =>
  implement(testEndpoint, async (ctx) => {
    const { audit, clock, deliveries, transaction } = deps;
    const endpoint = await requireEndpoint(deps, ctx.params.id);
    const now = clock.now();
    const eventId = uuid();
    const event = { id: eventId, at: now.toISOString(), requestId: ctx.requestId, payload: { endpointId: endpoint._id } };
    const body = bodyOf({ kind: PING_KIND, fields: FIELDS }, event);
    const timeoutMs = Math.min(TEST_TIMEOUT_MS, attemptTimeout(deps));
    const result = await sendAttempt(deps, endpoint, { id: eventId, body }, { timeoutMs, allowDisabled: true });
    if (!result) throw new AppError("webhook.endpoint_not_found");
    const { delivered, status, durationMs, error } = result;
    const delivery = {
      ...newDelivery(endpoint._id, { eventId, kind: PING_KIND, subjects: [], body }, now),
      ...({ status: delivered ? "SUCCEEDED" : "FAILED", failureReason: delivered ? null : "TEST_FAILED" } as const),
      ...{ attempts: 1, tries: 1, log: [attemptRecord(result)], finishedAt: clock.now() },
    };
    await transaction(async (tx) => {
      await deliveries.insert([delivery], tx);
      const line = { actor: ctx.caller.userId, action: "webhook.testEndpoint", target: endpoint._id, requestId: ctx.requestId } as const;
      await audit.add(tx, { ...line, details: { delivered } });
    });
    return { deliveryId: delivery._id, delivered, status, durationMs, error };
  });
