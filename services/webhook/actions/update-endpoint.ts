import { implement } from "#libs/contract-kit/implement.ts";
import { updateEndpoint } from "#libs/contracts/webhook/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { EndpointDoc } from "../data/endpoint.model.ts";
import type { Deps } from "../deps.ts";
import { HEALTHY } from "../domain/endpoint-health.ts";
import { disableEndpoint } from "../endpoints/disable-endpoint.ts";
import { checkUrl, distinctKinds, hostOf } from "../endpoints/endpoint-fields.ts";
import { requireEndpoint } from "../endpoints/require-endpoint.ts";
import { endpointView } from "../views/endpoint-view.ts";

interface EndpointChange {
  readonly url?: string | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly enabled?: boolean | undefined;
  readonly description?: string | null | undefined;
}

/** PATCH /admin/webhooks/{id}: changes only the fields of the request; a null description removes it. */
export const updateEndpointAction = (deps: Deps) =>
  implement(updateEndpoint, async (ctx) => {
    const { audit, clock, endpoints, transaction } = deps;
    const { id, ...change } = ctx.params;
    await requireEndpoint(deps, id);
    const fields = fieldsOf(change);
    if (change.url !== undefined) await checkUrl(deps, change.url);
    const now = clock.now();
    const updated = await transaction(async (tx) => {
      const endpoint = await endpoints.update(tx, id, { ...fields, updatedAt: now });
      if (!endpoint) throw new AppError("webhook.endpoint_not_found");
      if (change.enabled === false) await disableEndpoint(deps, tx, id, "ADMIN", now);
      const { kinds, enabled } = endpoint;
      const line = { actor: ctx.caller.userId, action: "webhook.updateEndpoint", target: id, requestId: ctx.requestId } as const;
      await audit.add(tx, { ...line, details: { fields: Object.keys(change), host: hostOf(endpoint.url), kinds, enabled } });
      return endpoint;
    });
    if (updated.enabled) deps.dispatcher.sendSoon([id]);
    return endpointView(updated);
  });

/** A new URL resets the health, and so does enabling the endpoint again: earlier failures do not count. */
function fieldsOf({ url, kinds, enabled, description }: EndpointChange): Partial<EndpointDoc> {
  return {
    ...(url !== undefined && { url, ...HEALTHY }),
    ...(kinds !== undefined && { kinds: distinctKinds(kinds) }),
    ...(description !== undefined && { description }),
    ...(enabled === true && { enabled, disabledReason: null, ...HEALTHY }),
    ...(enabled === false && { enabled, disabledReason: "ADMIN" }),
  };
}
