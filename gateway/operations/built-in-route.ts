import type { Logger } from "#libs/platform/log/logger.ts";
import type { RequestContext } from "../request/request-context.ts";
import { errorResponse } from "../response/error-envelope.ts";
import { type HttpResponse, sendResponse } from "../response/response.ts";

/** A route without a contract: the gateway itself responds, outside the pipeline. */
export interface BuiltInRoute {
  readonly method: "GET" | "POST";
  /** Path from the root of the host. */
  readonly pattern: string;
  readonly summary: string;
  /** Content type of a successful response. */
  readonly contentType: string;
  respond(context: RequestContext): Promise<HttpResponse>;
}

/** Sends the response of a built-in route, or its error in the envelope. */
export async function handleBuiltIn(context: RequestContext, route: BuiltInRoute, logger: Logger): Promise<void> {
  context.route = route.pattern;
  try {
    sendResponse(context, await route.respond(context));
  } catch (error) {
    sendResponse(context, errorResponse(error, context, logger));
  }
}
