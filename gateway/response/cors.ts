import type { IncomingMessage, ServerResponse } from "node:http";
import type { AllowsOrigin } from "../request/allowed-origins.ts";

const METHODS = "GET, POST, PUT, PATCH, DELETE";
const REQUEST_HEADERS = [
  "Authorization",
  "Content-Type",
  "Accept-Language",
  "Idempotency-Key",
  "X-Request-Id",
  "X-Correlation-Id",
  "X-Client-Platform",
  "Last-Event-ID",
  "X-CSRF-Token",
  "X-Unattended",
].join(", ");
const EXPOSED_HEADERS = "X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotency-Replayed, Deprecation, Sunset, Link, ETag";
const PREFLIGHT_SECONDS = "600";

/** Lets pages of allowed origins read responses, with credentials. Requests of other origins are handled without CORS headers. */
export function setCorsHeaders(request: IncomingMessage, response: ServerResponse, allowsOrigin: AllowsOrigin): void {
  response.setHeader("Vary", "Origin");
  const { origin } = request.headers;
  if (origin === undefined || !allowsOrigin(origin)) return;
  response.setHeader("Access-Control-Allow-Origin", origin);
  response.setHeader("Access-Control-Allow-Credentials", "true");
  response.setHeader("Access-Control-Expose-Headers", EXPOSED_HEADERS);
  if (request.method !== "OPTIONS") return;
  response.setHeader("Access-Control-Allow-Methods", METHODS);
  response.setHeader("Access-Control-Allow-Headers", REQUEST_HEADERS);
  response.setHeader("Access-Control-Max-Age", PREFLIGHT_SECONDS);
}
