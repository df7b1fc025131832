import { implement } from "#libs/contract-kit/implement.ts";
import { recoverDeliveries } from "#libs/contracts/webhook.ts";
import { MOST_AT_ONCE } from "../data/delivery.store.ts";
import type { Deps } from "../deps.ts";
import { enabledEndpoint } from "../found-endpoint.ts";

/** POST /admin/webhooks/{id}/recover: whoever asks says that the receiver is back, so a pause ends. */
export const recoverDeliveriesAction = (deps: Deps) =>
  implement(recoverDeliveries, async (ctx) => {
    const { audit, clock, deliveries, dispatcher, endpoints, transaction } = deps;
    const { id, since } = ctx.params;
    await enabledEndpoint(deps, id);
    const now = clock.now();
    const line = { actor: ctx.caller.userId, action: "webhook.recoverDeliveries", target: id, requestId: ctx.requestId };
    const recoverSome = () =>
      transaction(async (tx) => {
        const count = await deliveries.sendFailedAgain(tx, id, new Date(since), now);
        await endpoints.update(tx, id, { pausedUntil: null });
        await audit.add(tx, { ...line, details: { since, recovered: count } });
        return count;
      });
    let recovered = 0;
    for (let count = MOST_AT_ONCE; count === MOST_AT_ONCE; recovered += count) count = await recoverSome();
    dispatcher.kick([id]);
    return { recovered };
  });
