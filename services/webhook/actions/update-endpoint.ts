import { implement } from "#libs/contract-kit/implement.ts";
import { updateEndpoint } from "#libs/contracts/webhook.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { EndpointDoc } from "../data/endpoint.model.ts";
import type { Deps } from "../deps.ts";
import { HEALTHY } from "../domain/health.ts";
import { distinctKinds, hostOf, refuseBadUrl } from "../endpoint-fields.ts";
import { endpointView } from "../endpoint-view.ts";
import { foundEndpoint } from "../found-endpoint.ts";
import { switchOff } from "../switch-off.ts";

interface Sent {
  readonly url?: string | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly enabled?: boolean | undefined;
  readonly description?: string | null | undefined;
}

/** PATCH /admin/webhooks/{id}: only the fields that are sent; a null description clears it. */
export const updateEndpointAction = (deps: Deps) =>
  implement(updateEndpoint, async (ctx) => {
    const { audit, clock, endpoints, transaction } = deps;
    const { id, ...sent } = ctx.params;
    await foundEndpoint(deps, id);
    const changes = changesOf(sent);
    if (sent.url !== undefined) await refuseBadUrl(deps, sent.url);
    const now = clock.now();
    const updated = await transaction(async (tx) => {
      const endpoint = await endpoints.update(tx, id, { ...changes, updatedAt: now });
      if (!endpoint) throw new AppError("webhook.endpoint_not_found");
      if (sent.enabled === false) await switchOff(deps, tx, id, "ADMIN", now);
      const { kinds, enabled } = endpoint;
      const line = { actor: ctx.caller.userId, action: "webhook.updateEndpoint", target: id, requestId: ctx.requestId };
      await audit.add(tx, { ...line, details: { fields: Object.keys(sent), host: hostOf(endpoint.url), kinds, enabled } });
      return endpoint;
    });
    if (updated.enabled) deps.dispatcher.kick([id]);
    return endpointView(updated);
  });

/** A new address and being switched on again are a new beginning: old failures do not count. */
function changesOf({ url, kinds, enabled, description }: Sent): Partial<EndpointDoc> {
  return {
    ...(url !== undefined && { url, ...HEALTHY }),
    ...(kinds !== undefined && { kinds: distinctKinds(kinds) }),
    ...(description !== undefined && { description }),
    ...(enabled === true && { enabled, disabledReason: null, ...HEALTHY }),
    ...(enabled === false && { enabled, disabledReason: "ADMIN" }),
  };
}
