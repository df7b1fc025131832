import type { ServerResponse } from "node:http";
import type { HttpBinding } from "#libs/contract-kit/contract.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import type { HttpResponse } from "./response.ts";

/** Headers of every response. A contract may replace `Cache-Control`; see {@link withFraming} for the content security policy. */
const HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
} as const;

export function setSecurityHeaders(response: ServerResponse, production: boolean): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  if (production) response.setHeader("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
}

/** Lets the sites of the setting `bio.embed_frame_ancestors` frame the response of a framable route. */
export function withFraming(response: HttpResponse, { framable }: HttpBinding, config: Pick<ConfigReader, "read">): HttpResponse {
  if (!framable) return response;
  const policy = `default-src 'none'; ${framedBy(config)}`;
  return { ...response, headers: { ...response.headers, "Content-Security-Policy": policy } };
}

/** The directive that lets the sites of the setting `bio.embed_frame_ancestors` frame a response. */
export function framedBy(config: Pick<ConfigReader, "read">): string {
  return `frame-ancestors ${frameAncestors(config.read("bio.embed_frame_ancestors"))}`;
}

const KEYWORDS: Readonly<Record<string, string>> = { none: "'none'", self: "'self'" };

/** The source list of the directive; `none` counts only when it stands alone. */
function frameAncestors(sites: readonly string[]): string {
  const allowed = [...new Set(sites)].filter((site) => site !== "none").map((site) => KEYWORDS[site] ?? site);
  return allowed.length === 0 ? "'none'" : allowed.join(" ");
}
