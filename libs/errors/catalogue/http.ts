import type { Catalogue } from "../codes.ts";

/** Errors of the gateway, before any business rule. */
export const httpErrors = {
  "error.validation_failed": { code: "VALIDATION_FAILED", message: "The request is not valid." },
  "error.unreadable_text": {
    code: "VALIDATION_FAILED",
    message: "A text cannot be shown as it is. Remove invisible characters, piled-up accents and, in names and titles, line breaks.",
  },
  "error.malformed_json": { code: "VALIDATION_FAILED", message: "The request body is not valid JSON." },
  "error.unauthorized": { code: "AUTH_UNAUTHORIZED", message: "Authentication is required." },
  "error.forbidden": { code: "AUTH_FORBIDDEN", message: "You are not allowed to do this." },
  "error.not_found": { code: "RESOURCE_NOT_FOUND", message: "The resource does not exist." },
  "error.method_not_allowed": { code: "METHOD_NOT_ALLOWED", message: "The resource does not support this method." },
  "error.payload_too_large": { code: "PAYLOAD_TOO_LARGE", message: "The request body is too large." },
  "error.unsupported_media_type": { code: "UNSUPPORTED_MEDIA_TYPE", message: "The request body must be JSON." },
  "error.throttled": { code: "THROTTLE_LIMIT_EXCEEDED", message: "Too many requests. Try again in {retryAfter} seconds." },
  "error.internal": { code: "INTERNAL_ERROR", message: "Something went wrong on our side." },
  "error.service_unavailable": { code: "SERVICE_UNAVAILABLE", message: "The service is temporarily unavailable." },
  "error.overloaded": { code: "SERVICE_UNAVAILABLE", message: "The service is very busy right now. Try again in a moment." },
  "error.upstream_timeout": { code: "UPSTREAM_TIMEOUT", message: "The service did not answer in time." },
  "error.conflict": { code: "CONFLICT", message: "The resource was changed at the same time. Try again." },
  "idempotency.error.key_required": { code: "VALIDATION_FAILED", message: "This request needs an Idempotency-Key header." },
  "idempotency.error.key_invalid": { code: "VALIDATION_FAILED", message: "The Idempotency-Key must have 1 to 255 printable characters." },
  "idempotency.error.key_reused": { code: "IDEMPOTENCY_KEY_REUSED", message: "This Idempotency-Key was used with another request." },
  "idempotency.error.in_progress": { code: "IDEMPOTENCY_IN_PROGRESS", message: "A request with this Idempotency-Key is still running." },
} as const satisfies Catalogue;
