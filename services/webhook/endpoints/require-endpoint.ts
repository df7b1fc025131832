import { AppError } from "#libs/errors/app-error.ts";
import type { EndpointDoc } from "../data/endpoint.model.ts";
import type { EndpointStore } from "../data/endpoint.store.ts";

interface RequireDeps {
  readonly endpoints: EndpointStore;
}

/** The endpoint with an id. Throws endpoint_not_found, also for a malformed id (spec 4.9). */
export async function requireEndpoint({ endpoints }: RequireDeps, endpointId: string): Promise<EndpointDoc> {
  const endpoint = await endpoints.find(endpointId);
  if (!endpoint) throw new AppError("webhook.endpoint_not_found");
  return endpoint;
}

/** The enabled endpoint with an id. Throws endpoint_not_found and endpoint_disabled. */
export async function requireEnabledEndpoint(deps: RequireDeps, endpointId: string): Promise<EndpointDoc> {
  const endpoint = await requireEndpoint(deps, endpointId);
  if (!endpoint.enabled) throw new AppError("webhook.endpoint_disabled");
  return endpoint;
}
