import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import type { RequestContext } from "../request/request-context.ts";

/** Routes that machines poll. Logged at level `debug`, and not counted: their responses would hide those that users get. */
const QUIET_ROUTES = /^\/(health\/|metrics$)/;

/** Status in the log and the metrics when the client disconnected before the end of the response. */
const CLIENT_CLOSED_REQUEST = 499;

/** Logs and measures each request when it ends. The log line has no query, no address and no body. */
export function logRequest({ logger, metrics }: Runtime, context: RequestContext): void {
  const { request, response, startedAt, correlationId } = context;
  const method = request.method ?? "";
  response.once("close", () => {
    const ms = performance.now() - startedAt;
    const route = context.route ?? "none";
    // A stream ends when its client disconnects, so its duration says nothing about the gateway.
    const isStream = String(response.getHeader("content-type")).startsWith("text/event-stream");
    const status = response.writableFinished || isStream ? response.statusCode : CLIENT_CLOSED_REQUEST;
    const isQuiet = QUIET_ROUTES.test(route);
    if (!isQuiet) metrics.httpRequests.inc({ route, status: String(status) });
    if (!isQuiet && !isStream) metrics.httpDuration.observe({ class: context.workClass }, ms / 1_000);
    const line = {
      method,
      route,
      status,
      ms: Math.round(ms),
      correlationId,
      requestId: correlationId,
      ...(context.caller ? { userId: context.caller.userId } : {}),
    };
    if (isQuiet) logger.debug(line, "request");
    else logger.info(line, "request");
  });
}
