import type { Catalogue } from "../codes.ts";

export const webhookErrors = {
  "webhook.delivery_not_found": { code: "RESOURCE_NOT_FOUND", message: "The webhook delivery does not exist." },
  "webhook.endpoint_disabled": { code: "CONFLICT", message: "The webhook endpoint is switched off." },
  "webhook.endpoint_not_found": { code: "RESOURCE_NOT_FOUND", message: "The webhook endpoint does not exist." },
  "webhook.too_many_endpoints": { code: "CONFLICT", message: "There are as many webhook endpoints as there may be." },
  "webhook.url_refused": { code: "BUSINESS_RULE_VIOLATION", message: "Webhooks cannot be sent to this address ({reason})." },
} as const satisfies Catalogue;
