import { implement } from "#libs/contract-kit/implement.ts";
import { retryDelivery } from "#libs/contracts/webhook/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { requireEnabledEndpoint } from "../endpoints/require-endpoint.ts";
import { deliveryView } from "../views/delivery-view.ts";

/** POST /admin/webhooks/{id}/deliveries/{deliveryId}/retry. It also ends a pause: the administrator knows that the receiver works again. */
export const retryDeliveryAction = (deps: Deps) =>
  implement(retryDelivery, async (ctx) => {
    const { audit, clock, deliveries, dispatcher, endpoints, transaction } = deps;
    const { id, deliveryId } = ctx.params;
    await requireEnabledEndpoint(deps, id);
    const delivery = await transaction(async (tx) => {
      const retried = await deliveries.retry(tx, id, deliveryId, clock.now());
      if (!retried) throw new AppError("webhook.delivery_not_found");
      await endpoints.update(tx, id, { pausedUntil: null });
      const line = { actor: ctx.caller.userId, action: "webhook.retryDelivery", target: id, requestId: ctx.requestId } as const;
      await audit.add(tx, { ...line, details: { deliveryId } });
      return retried;
    });
    dispatcher.sendSoon([id]);
    return deliveryView(delivery);
  });
