import { implement } from "#libs/contract-kit/implement.ts";
import { getEndpoint } from "#libs/contracts/webhook/index.ts";
import type { Deps } from "../deps.ts";
import { requireEndpoint } from "../endpoints/require-endpoint.ts";
import { endpointView } from "../views/endpoint-view.ts";

/** GET /admin/webhooks/{id} */
export const getEndpointAction = (deps: Pick<Deps, "endpoints">) =>
  implement(getEndpoint, async ({ params }) => endpointView(await requireEndpoint(deps, params.id)));
