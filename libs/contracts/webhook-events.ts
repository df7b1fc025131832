import { event } from "#libs/contract-kit/contract.ts";
import { id, timestamp } from "./shared.ts";

/** Why an endpoint was switched off: by an administrator, by its own answer 410, or because it kept failing. */
export const DISABLED_REASONS = ["ADMIN", "GONE", "FAILING"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

const createdBy = { type: "string", description: "User id of the administrator who has created it" } as const;

export const endpointFailing = event({
  name: "webhook.endpoint_failing",
  summary: "A webhook endpoint has failed for half the time after which it is switched off",
  payload: { endpointId: id, createdBy, failingSince: timestamp, disabledFrom: timestamp },
});

export const endpointDisabled = event({
  name: "webhook.endpoint_disabled",
  summary: "A webhook endpoint was switched off because of its receiver",
  payload: { endpointId: id, createdBy, reason: { type: "enum", values: ["GONE", "FAILING"] }, disabledAt: timestamp },
});
