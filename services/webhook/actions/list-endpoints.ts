import { implement } from "#libs/contract-kit/implement.ts";
import { listEndpoints } from "#libs/contracts/webhook/index.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { endpointView } from "../views/endpoint-view.ts";

/** GET /admin/webhooks (spec 4.9): secrets are redacted. */
export const listEndpointsAction = ({ endpoints }: Pick<Deps, "endpoints">) =>
  implement(listEndpoints, async ({ params }) => {
    const { rows, total } = await endpoints.list(params);
    return pageOf(
      rows.map((row) => endpointView(row)),
      total,
      params,
    );
  });
