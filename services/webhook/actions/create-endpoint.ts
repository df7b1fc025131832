import { implement } from "#libs/contract-kit/implement.ts";
import { createEndpoint } from "#libs/contracts/webhook/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { EndpointDoc } from "../data/endpoint.model.ts";
import type { Deps } from "../deps.ts";
import { HEALTHY } from "../domain/endpoint-health.ts";
import { standardSecretOf } from "../domain/signature.ts";
import { checkUrl, distinctKinds, hostOf } from "../endpoints/endpoint-fields.ts";
import { endpointView } from "../views/endpoint-view.ts";

/** POST /admin/webhooks */
export const createEndpointAction = (deps: Deps) =>
  implement(createEndpoint, async (ctx) => {
    const { audit, clock, config, endpoints, secrets, transaction } = deps;
    const { url, description = null } = ctx.params;
    const kinds = distinctKinds(ctx.params.kinds);
    await checkUrl(deps, url);
    const [_id, now] = [uuid(), clock.now()];
    const { secret, stored } = secrets.create(_id);
    const endpoint: EndpointDoc = {
      ...{ _id, url, kinds, description, enabled: true, disabledReason: null, sealedSecret: stored.sealed, secretHint: stored.hint },
      ...{ createdBy: ctx.caller.userId, createdAt: now, updatedAt: now, ...HEALTHY },
    };
    await transaction(async (tx) => {
      const count = await endpoints.count.inTransaction(tx);
      if (count >= config.read("webhook.max_endpoints")) throw new AppError("webhook.too_many_endpoints");
      await endpoints.insert(tx, endpoint);
      const line = { actor: ctx.caller.userId, action: "webhook.createEndpoint", target: _id } as const;
      await audit.add(tx, { ...line, details: { host: hostOf(url), kinds }, requestId: ctx.requestId });
    });
    return { ...endpointView(endpoint, secret), standardSecret: standardSecretOf(secret) };
  });
