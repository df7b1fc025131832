import { implement } from "#libs/contract-kit/implement.ts";
import { getEndpoint } from "#libs/contracts/webhook.ts";
import type { Deps } from "../deps.ts";
import { endpointView } from "../endpoint-view.ts";
import { foundEndpoint } from "../found-endpoint.ts";

/** GET /admin/webhooks/{id} */
export const getEndpointAction = (deps: Pick<Deps, "endpoints">) =>
  implement(getEndpoint, async ({ params }) => endpointView(await foundEndpoint(deps, params.id)));
