import type { HttpBinding } from "#libs/contract-kit/contract.ts";
import { action } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import { DISABLED_REASONS } from "../endpoint-events.ts";
import { clampedPage, id, nullableText, optionalTimestamp, pageOfItems, readableText, timestamp } from "../shared.ts";
import { WEBHOOK_KINDS } from "./kinds.ts";

export { endpointDisabled, endpointFailing } from "../endpoint-events.ts";

export const DELIVERY_STATUSES = ["PENDING", "SUCCEEDED", "FAILED"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Attempts of a delivery that are stored, the latest. */
export const MAX_LOGGED_ATTEMPTS = 20;

/** The reasons for the final failure of a delivery. */
export const DELIVERY_FAILURES = ["EXHAUSTED", "GONE", "ENDPOINT_DISABLED", "TEST_FAILED"] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

const READERS = { auth: "adminSession", permission: "config:read" } as const satisfies Partial<HttpBinding>;
const WRITERS = { auth: "adminSession", permission: "config:write" } as const satisfies Partial<HttpBinding>;

/** Without a rule of format: a malformed id is answered like an unknown one. */
const endpointId = { type: "string", description: "Id of the endpoint" } as const;
const deliveryId = { type: "string", description: "Id of the delivery" } as const;
const url = { type: "string", trim: true, min: 1, max: 2048, description: "https URL of a public host" } as const;
const kinds = {
  type: "array",
  items: { type: "enum", values: WEBHOOK_KINDS },
  max: 100,
  description: "Kinds that the endpoint subscribes to",
} as const;
const description = { ...readableText, trim: true, max: 200, optional: true, nullable: true } as const;

/** Spec 2.13. */
const endpoint = {
  type: "object",
  props: {
    id,
    url: { type: "string", max: 2_048 },
    kinds: { type: "array", items: { type: "string" }, max: 100 },
    description: nullableText,
    enabled: { type: "boolean" },
    disabledReason: { type: "enum", values: DISABLED_REASONS, nullable: true },
    secret: { type: "string", description: "Only its last four digits, except in the answer that creates the endpoint" },
    createdBy: { type: "string" },
    createdAt: timestamp,
    updatedAt: timestamp,
    failingSince: optionalTimestamp,
  },
} as const satisfies ObjectRule;

/** The secret once more, for receivers that use a library. */
const standardSecret = {
  type: "string",
  description: "The same secret as the libraries of Standard Webhooks take it: whsec_ and base64",
} as const;

export const listWebhookKinds = action({
  name: "webhook.listKinds",
  summary: "Every kind of webhook, with the JSON Schema of its payload",
  http: { method: "GET", path: "/admin/webhooks/kinds", ...READERS },
  params: {},
  returns: {
    type: "array",
    max: 200,
    items: {
      type: "object",
      props: { kind: { type: "string" }, summary: { type: "string", max: 500 }, schema: { type: "json", maxBytes: 16_384 } },
    },
  },
  errors: [],
});

export const createEndpoint = action({
  name: "webhook.createEndpoint",
  summary: "Create a webhook endpoint; only this answer contains its secret",
  http: { method: "POST", path: "/admin/webhooks", status: 201, idempotency: "never", ...WRITERS },
  params: { url, kinds, description },
  returns: { type: "object", props: { ...endpoint.props, standardSecret } },
  errors: ["webhook.url_refused", "webhook.too_many_endpoints"],
});

export const listEndpoints = action({
  name: "webhook.listEndpoints",
  summary: "Webhook endpoints, newest first, with their secrets redacted (spec 4.9)",
  http: { method: "GET", path: "/admin/webhooks", ...READERS },
  params: { ...clampedPage },
  returns: pageOfItems(endpoint),
  errors: [],
});

export const getEndpoint = action({
  name: "webhook.getEndpoint",
  summary: "One webhook endpoint",
  http: { method: "GET", path: "/admin/webhooks/{id}", ...READERS },
  params: { id: endpointId },
  returns: endpoint,
  errors: ["webhook.endpoint_not_found"],
});

export const updateEndpoint = action({
  name: "webhook.updateEndpoint",
  summary: "Change, disable or enable a webhook endpoint",
  http: { method: "PATCH", path: "/admin/webhooks/{id}", ...WRITERS },
  params: {
    id: endpointId,
    url: { ...url, optional: true },
    kinds: { ...kinds, optional: true },
    enabled: { type: "boolean", optional: true },
    description,
  },
  returns: endpoint,
  errors: ["webhook.endpoint_not_found", "webhook.url_refused"],
});

export const removeEndpoint = action({
  name: "webhook.removeEndpoint",
  summary: "Remove a webhook endpoint and give up its pending deliveries",
  http: { method: "DELETE", path: "/admin/webhooks/{id}", ...WRITERS },
  params: { id: endpointId },
  returns: null,
  errors: ["webhook.endpoint_not_found"],
});

export const rotateSecret = action({
  name: "webhook.rotateSecret",
  summary: "Replace the signing secret of a webhook endpoint; the old one is invalid at once (spec 4.9)",
  http: {
    method: "POST",
    path: "/admin/webhooks/{id}/rotate-secret",
    stepUp: true,
    status: 201,
    limit: "webhooks_rotate",
    idempotency: "never",
    ignoresBody: true,
    ...WRITERS,
  },
  params: { id: endpointId },
  returns: { type: "object", props: { secret: { type: "string", description: "64 hex digits" }, standardSecret, rotatedAt: timestamp } },
  errors: ["webhook.endpoint_not_found"],
});

export const testEndpoint = action({
  name: "webhook.testEndpoint",
  summary: "Send webhook.ping now and return the result",
  http: { method: "POST", path: "/admin/webhooks/{id}/test", killSwitch: "WEBHOOKS", ...WRITERS },
  params: { id: endpointId },
  returns: {
    type: "object",
    props: {
      deliveryId: id,
      delivered: { type: "boolean" },
      status: { type: "number", integer: true, nullable: true, description: "HTTP status; null when there was no answer" },
      durationMs: { type: "number", integer: true },
      error: nullableText,
    },
  },
  errors: ["webhook.endpoint_not_found"],
});

const delivery = {
  type: "object",
  props: {
    id,
    eventId: { type: "string", description: "Id of the event, and the webhook-id of every attempt" },
    kind: { type: "string" },
    status: { type: "enum", values: DELIVERY_STATUSES },
    failureReason: { type: "enum", values: DELIVERY_FAILURES, nullable: true },
    attempts: { type: "number", integer: true },
    nextAttemptAt: optionalTimestamp,
    createdAt: timestamp,
    finishedAt: optionalTimestamp,
    log: {
      type: "array",
      max: MAX_LOGGED_ATTEMPTS,
      description: "The latest attempts, oldest first",
      items: {
        type: "object",
        props: {
          at: timestamp,
          durationMs: { type: "number", integer: true },
          status: { type: "number", integer: true, nullable: true },
          error: nullableText,
        },
      },
    },
  },
} as const satisfies ObjectRule;

export const listDeliveries = action({
  name: "webhook.listDeliveries",
  summary: "Deliveries to an endpoint in the last 30 days, newest first",
  http: { method: "GET", path: "/admin/webhooks/{id}/deliveries", ...READERS },
  params: { id: endpointId, status: { type: "enum", values: DELIVERY_STATUSES, optional: true }, ...clampedPage },
  returns: pageOfItems(delivery),
  errors: ["webhook.endpoint_not_found"],
});

export const retryDelivery = action({
  name: "webhook.retryDelivery",
  summary: "Send a delivery again now, also one that has succeeded or failed",
  http: { method: "POST", path: "/admin/webhooks/{id}/deliveries/{deliveryId}/retry", killSwitch: "WEBHOOKS", ...WRITERS },
  params: { id: endpointId, deliveryId },
  returns: delivery,
  errors: ["webhook.endpoint_not_found", "webhook.delivery_not_found", "webhook.endpoint_disabled"],
});

export const recoverDeliveries = action({
  name: "webhook.recoverDeliveries",
  summary: "Send again every delivery that failed since an instant",
  http: { method: "POST", path: "/admin/webhooks/{id}/recover", killSwitch: "WEBHOOKS", ...WRITERS },
  params: { id: endpointId, since: { ...timestamp, description: "Deliveries that failed at this instant or later" } },
  returns: { type: "object", props: { recovered: { type: "number", integer: true } } },
  errors: ["webhook.endpoint_not_found", "webhook.endpoint_disabled"],
});
