import { implement } from "#libs/contract-kit/implement.ts";
import { createEndpoint } from "#libs/contracts/webhook.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { EndpointDoc } from "../data/endpoint.model.ts";
import type { Deps } from "../deps.ts";
import { HEALTHY } from "../domain/health.ts";
import { distinctKinds, hostOf, refuseBadUrl } from "../endpoint-fields.ts";
import { endpointView } from "../endpoint-view.ts";

/** POST /admin/webhooks */
export const createEndpointAction = (deps: Deps) =>
  implement(createEndpoint, async (ctx) => {
    const { audit, clock, config, endpoints, secrets, transaction } = deps;
    const { url, description = null } = ctx.params;
    const kinds = distinctKinds(ctx.params.kinds);
    await refuseBadUrl(deps, url);
    const [_id, now] = [uuid(), clock.now()];
    const { secret, kept } = secrets.make(_id);
    const endpoint: EndpointDoc = {
      ...{ _id, url, kinds, description, enabled: true, disabledReason: null, sealedSecret: kept.sealed, secretHint: kept.hint },
      ...{ createdBy: ctx.caller.userId, createdAt: now, updatedAt: now, ...HEALTHY },
    };
    await transaction(async (tx) => {
      if ((await endpoints.countAlone(tx)) >= config.read("webhook.max_endpoints")) throw new AppError("webhook.too_many_endpoints");
      await endpoints.insert(tx, endpoint);
      const line = { actor: ctx.caller.userId, action: "webhook.createEndpoint", target: _id };
      await audit.add(tx, { ...line, details: { host: hostOf(url), kinds }, requestId: ctx.requestId });
    });
    return endpointView(endpoint, secret);
  });
