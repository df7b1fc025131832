import { implement } from "#libs/contract-kit/implement.ts";
import { removeEndpoint } from "#libs/contracts/webhook/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { hostOf } from "../endpoints/endpoint-fields.ts";

/** DELETE /admin/webhooks/{id} */
export const removeEndpointAction = ({ audit, clock, deliveries, endpoints, transaction }: Deps) =>
  implement(removeEndpoint, async (ctx) => {
    const { id } = ctx.params;
    await transaction(async (tx) => {
      const endpoint = await endpoints.delete(tx, id);
      if (!endpoint) throw new AppError("webhook.endpoint_not_found");
      await deliveries.failPending(tx, id, clock.now());
      const line = { actor: ctx.caller.userId, action: "webhook.removeEndpoint", target: id } as const;
      await audit.add(tx, { ...line, details: { host: hostOf(endpoint.url) }, requestId: ctx.requestId });
    });
  });
