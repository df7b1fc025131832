import { implement } from "#libs/contract-kit/implement.ts";
import { retryDelivery } from "#libs/contracts/webhook.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { deliveryView } from "../delivery-view.ts";
import type { Deps } from "../deps.ts";
import { enabledEndpoint } from "../found-endpoint.ts";

/** POST /admin/webhooks/{id}/deliveries/{deliveryId}/retry: whoever asks says that the receiver is back, so a pause ends. */
export const retryDeliveryAction = (deps: Deps) =>
  implement(retryDelivery, async (ctx) => {
    const { audit, clock, deliveries, dispatcher, endpoints, transaction } = deps;
    const { id, deliveryId } = ctx.params;
    await enabledEndpoint(deps, id);
    const delivery = await transaction(async (tx) => {
      const found = await deliveries.sendAgain(tx, id, deliveryId, clock.now());
      if (!found) throw new AppError("webhook.delivery_not_found");
      await endpoints.update(tx, id, { pausedUntil: null });
      const line = { actor: ctx.caller.userId, action: "webhook.retryDelivery", target: id, requestId: ctx.requestId };
      await audit.add(tx, { ...line, details: { deliveryId } });
      return found;
    });
    dispatcher.kick([id]);
    return deliveryView(delivery);
  });
