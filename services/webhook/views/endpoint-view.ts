import type { EndpointDoc } from "../data/endpoint.model.ts";

/** An endpoint as administrators see it. @param secret only the answer that creates one shows it; by default it is redacted */
export function endpointView(endpoint: EndpointDoc, secret = `********${endpoint.secretHint}`) {
  const { _id, url, kinds, description, enabled, disabledReason, createdBy, createdAt, updatedAt, failingSince } = endpoint;
  return {
    ...{ id: _id, url, kinds: [...kinds], description, enabled, disabledReason, secret, createdBy },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    failingSince: failingSince?.toISOString() ?? null,
  };
}
