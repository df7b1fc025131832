import type { IncomingMessage, ServerResponse } from "node:http";
import { PLATFORMS, type Platform } from "#libs/contracts/shared.ts";
import { pickLocale } from "#libs/i18n/pick-locale.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { visitorOf } from "./client-address.ts";
import { setCorsHeaders } from "./cors.ts";
import type { Exchange } from "./exchange.ts";
import { correlationIdOf } from "./pipeline/correlation-id.ts";
import { logRequest } from "./request-log.ts";
import { setSecurityHeaders } from "./security-headers.ts";

/** Learns of a request what can be known before it is routed, and gives its answer the headers that every answer has. */
export function arrival(runtime: Runtime): (request: IncomingMessage, response: ServerResponse) => Exchange {
  const { env } = runtime;
  const visitor = visitorOf(env.trustedProxies, env.edgeHeaders);
  const origins = new Set(env.corsOrigins);
  return (request, response) => {
    const correlationId = correlationIdOf(request.headers);
    // The router takes over what these headers say.
    request.headers["x-request-id"] = correlationId;
    delete request.headers["x-correlation-id"];
    response.setHeader("X-Request-Id", correlationId);
    setSecurityHeaders(response, env.production);
    setCorsHeaders(request, response, origins);
    const exchange: Exchange = {
      request,
      response,
      correlationId,
      ...targetOf(request.url ?? ""),
      ...visitor(request),
      platform: platformOf(request.headers["x-client-platform"]),
      locale: pickLocale(request.headers["accept-language"]),
      bodiless: request.method === "HEAD",
      startedAt: performance.now(),
      route: null,
      caller: null,
    };
    logRequest(runtime, exchange);
    return exchange;
  };
}

function targetOf(url: string): Pick<Exchange, "path" | "query"> {
  const end = url.indexOf("?");
  return { path: end < 0 ? url : url.slice(0, end), query: new URLSearchParams(end < 0 ? "" : url.slice(end + 1)) };
}

function platformOf(header: string | string[] | undefined): Platform {
  const sent = String(header ?? "").toUpperCase();
  return PLATFORMS.find((platform) => platform === sent) ?? "WEB";
}
