import type { ServerResponse } from "node:http";

/** Headers of every answer. Nothing is cached unless its contract says so. */
const ALWAYS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
} as const;

export function setSecurityHeaders(response: ServerResponse, production: boolean): void {
  for (const [name, value] of Object.entries(ALWAYS)) response.setHeader(name, value);
  if (production) response.setHeader("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
}
