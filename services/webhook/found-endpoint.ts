import { AppError } from "#libs/errors/app-error.ts";
import type { EndpointDoc } from "./data/endpoint.model.ts";
import type { Deps } from "./deps.ts";

/** An endpoint. Throws endpoint_not_found, also for an id that cannot be one (spec 4.9). */
export async function foundEndpoint({ endpoints }: Pick<Deps, "endpoints">, id: string): Promise<EndpointDoc> {
  const endpoint = await endpoints.find(id);
  if (!endpoint) throw new AppError("webhook.endpoint_not_found");
  return endpoint;
}

/** The same for one that is sent to. Throws endpoint_disabled. */
export async function enabledEndpoint(deps: Pick<Deps, "endpoints">, id: string): Promise<EndpointDoc> {
  const endpoint = await foundEndpoint(deps, id);
  if (!endpoint.enabled) throw new AppError("webhook.endpoint_disabled");
  return endpoint;
}
