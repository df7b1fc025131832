import type { Runtime } from "#libs/runtime/runtime.ts";
import type { Exchange } from "./exchange.ts";

/** Routes that are asked all the time by machines. */
const QUIET = /^\/(health\/|metrics$)/;

/** What the log says of a client that did not wait for its answer. */
const CLIENT_GONE = 499;

/** One line and one measurement for each request when it ends: no query, no address, no body. */
export function logRequest({ logger, metrics }: Runtime, exchange: Exchange): void {
  const { request, response, startedAt, correlationId } = exchange;
  const method = request.method ?? "";
  response.once("close", () => {
    const ms = performance.now() - startedAt;
    const route = exchange.route ?? "none";
    // A stream ends when its client goes, and lasts as long as the client likes.
    const isStream = String(response.getHeader("content-type")).startsWith("text/event-stream");
    const status = response.writableFinished || isStream ? response.statusCode : CLIENT_GONE;
    metrics.httpRequests.inc({ route, status: String(status) });
    if (!isStream) metrics.httpDuration.observe({ route }, ms / 1_000);
    const line = {
      method,
      route,
      status,
      ms: Math.round(ms),
      correlationId,
      ...(exchange.caller ? { userId: exchange.caller.userId } : {}),
    };
    if (QUIET.test(route)) logger.debug(line, "request");
    else logger.info(line, "request");
  });
}
