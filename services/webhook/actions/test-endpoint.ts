import { implement } from "#libs/contract-kit/implement.ts";
import { testEndpoint } from "#libs/contracts/webhook.ts";
import { PING_KIND, webhookKinds } from "#libs/contracts/webhook-kinds.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Deps } from "../deps.ts";
import { bodyOf } from "../domain/payload.ts";
import { foundEndpoint } from "../found-endpoint.ts";
import { newDelivery } from "../new-delivery.ts";
import { lineOf } from "../sending/record-attempt.ts";
import { attemptTimeout, sendAttempt } from "../sending/send-attempt.ts";

/** Somebody waits for the answer, so a test has less time than a delivery. */
const TEST_MS = 4 * SECOND;
const FIELDS = webhookKinds.find(({ kind }) => kind === PING_KIND)?.fields ?? {};

/** POST /admin/webhooks/{id}/test: one attempt, also of an endpoint that is switched off; its health stays as it is. */
export const testEndpointAction = (deps: Deps) =>
  implement(testEndpoint, async (ctx) => {
    const { audit, clock, deliveries, transaction } = deps;
    const endpoint = await foundEndpoint(deps, ctx.params.id);
    const now = clock.now();
    const eventId = uuid();
    const body = bodyOf({ kind: PING_KIND, fields: FIELDS }, { id: eventId, at: now.toISOString(), payload: { endpointId: endpoint._id } });
    const timeoutMs = Math.min(TEST_MS, attemptTimeout(deps));
    const result = await sendAttempt(deps, endpoint, { id: eventId, body }, { timeoutMs }, true);
    if (!result) throw new AppError("webhook.endpoint_not_found");
    const { delivered, status, durationMs, error } = result;
    const delivery = {
      ...newDelivery(endpoint._id, { eventId, kind: PING_KIND, subjects: [], body }, now),
      ...({ status: delivered ? "SUCCEEDED" : "FAILED", failureReason: delivered ? null : "TEST_FAILED" } as const),
      ...{ attempts: 1, tries: 1, log: [lineOf(result)], finishedAt: clock.now() },
    };
    await transaction(async (tx) => {
      await deliveries.insert([delivery], tx);
      const line = { actor: ctx.caller.userId, action: "webhook.testEndpoint", target: endpoint._id, requestId: ctx.requestId };
      await audit.add(tx, { ...line, details: { delivered } });
    });
    return { deliveryId: delivery._id, delivered, status, durationMs, error };
  });
