import { implement } from "#libs/contract-kit/implement.ts";
import { recoverDeliveries } from "#libs/contracts/webhook.ts";
import type { Deps } from "../deps.ts";
import { enabledEndpoint } from "../found-endpoint.ts";

/** POST /admin/webhooks/{id}/recover: whoever asks says that the receiver is back, so a pause ends. */
export const recoverDeliveriesAction = (deps: Deps) =>
  implement(recoverDeliveries, async (ctx) => {
    const { audit, clock, deliveries, dispatcher, endpoints, transaction } = deps;
    const { id, since } = ctx.params;
    await enabledEndpoint(deps, id);
    const recovered = await transaction(async (tx) => {
      const count = await deliveries.sendFailedAgain(tx, id, new Date(since), clock.now());
      await endpoints.update(tx, id, { pausedUntil: null });
      const line = { actor: ctx.caller.userId, action: "webhook.recoverDeliveries", target: id, requestId: ctx.requestId };
      await audit.add(tx, { ...line, details: { since, recovered: count } });
      return count;
    });
    dispatcher.kick([id]);
    return { recovered };
  });
