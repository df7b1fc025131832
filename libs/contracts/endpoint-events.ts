import { event } from "#libs/contract-kit/contract.ts";
import { MAX_STAFF } from "./account/internal.ts";
import { id, timestamp } from "./shared.ts";

/** The reason for disabling an endpoint: by an administrator, by an answer 410, or after repeated failures. */
export const DISABLED_REASONS = ["ADMIN", "GONE", "FAILING"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Absent in events of earlier releases. */
const userIds = {
  type: "array",
  items: { type: "string" },
  max: MAX_STAFF,
  optional: true,
  description: "The staff who may change endpoints",
} as const;
const createdBy = { type: "string", description: "User id of the administrator who created the endpoint" } as const;

export const endpointFailing = event({
  name: "webhook.endpoint_failing",
  owner: "webhook",
  summary: "A webhook endpoint has failed for half of the time after which it is disabled",
  payload: { endpointId: id, createdBy, userIds, failingSince: timestamp, disabledFrom: timestamp },
});

export const endpointDisabled = event({
  name: "webhook.endpoint_disabled",
  owner: "webhook",
  summary: "A webhook endpoint was disabled because of the answers of its receiver",
  public: { type: "endpoint.disabled", fields: ["endpointId", "reason", "disabledAt"] },
  payload: { endpointId: id, createdBy, userIds, reason: { type: "enum", values: ["GONE", "FAILING"] }, disabledAt: timestamp },
});
