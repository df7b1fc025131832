import { implement } from "#libs/contract-kit/implement.ts";
import { recoverDeliveries } from "#libs/contracts/webhook/index.ts";
import { DELIVERY_BATCH_SIZE } from "../data/delivery.store.ts";
import type { Deps } from "../deps.ts";
import { requireEnabledEndpoint } from "../endpoints/require-endpoint.ts";

/** POST /admin/webhooks/{id}/recover. It also ends a pause: the administrator knows that the receiver works again. */
export const recoverDeliveriesAction = (deps: Deps) =>
  implement(recoverDeliveries, async (ctx) => {
    const { audit, clock, deliveries, dispatcher, endpoints, transaction } = deps;
    const { id, since } = ctx.params;
    await requireEnabledEndpoint(deps, id);
    const now = clock.now();
    const line = { actor: ctx.caller.userId, action: "webhook.recoverDeliveries", target: id, requestId: ctx.requestId } as const;
    const recoverBatch = () =>
      transaction(async (tx) => {
        const count = await deliveries.retryFailed(tx, id, new Date(since), now);
        await endpoints.update(tx, id, { pausedUntil: null });
        await audit.add(tx, { ...line, details: { since, recovered: count } });
        return count;
      });
    let recovered = 0;
    for (let count = DELIVERY_BATCH_SIZE; count === DELIVERY_BATCH_SIZE; recovered += count) count = await recoverBatch();
    dispatcher.sendSoon([id]);
    return { recovered };
  });
