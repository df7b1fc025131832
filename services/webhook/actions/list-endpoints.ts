import { implement } from "#libs/contract-kit/implement.ts";
import { getEndpoint, listEndpoints } from "#libs/contracts/webhook.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { endpointView } from "../endpoint-view.ts";
import { foundEndpoint } from "../found-endpoint.ts";

/** GET /admin/webhooks (spec 4.9): secrets are redacted. */
export const listEndpointsAction = ({ endpoints }: Pick<Deps, "endpoints">) =>
  implement(listEndpoints, async ({ params }) => {
    const { rows, total } = await endpoints.page(params);
    return pageOf(
      rows.map((row) => endpointView(row)),
      total,
      params,
    );
  });

/** GET /admin/webhooks/{id} */
export const getEndpointAction = (deps: Pick<Deps, "endpoints">) =>
  implement(getEndpoint, async ({ params }) => endpointView(await foundEndpoint(deps, params.id)));
