import type { IncomingMessage } from "node:http";
import type { ErrorCode } from "#libs/errors/codes.ts";
import type { RequestContext } from "../request/request-context.ts";

/** A response that the gateway sends to a client. */
export interface HttpResponse {
  readonly status: number;
  readonly body: string | Buffer;
  /** Present on errors. */
  readonly code?: ErrorCode;
  readonly headers?: Readonly<Record<string, string>>;
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[];
  /** JSON when absent. */
  readonly contentType?: string;
}

export const JSON_TYPE = "application/json; charset=utf-8";

/** Sends the response of a request, once. Does nothing when the client has disconnected. */
export function sendResponse({ request, response }: RequestContext, { status, body, headers, cookies, contentType }: HttpResponse): void {
  if (response.headersSent || response.destroyed) return;
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
  if (cookies?.length) response.setHeader("Set-Cookie", [...cookies]);
  // The rest of a refused body stays unread, so the connection cannot be used again.
  if (!request.complete && hasBody(request)) response.setHeader("Connection", "close");
  response.statusCode = status;
  if (status === 204 || status === 304) {
    response.end();
    return;
  }
  response.setHeader("Content-Type", contentType ?? JSON_TYPE);
  response.setHeader("Content-Length", Buffer.byteLength(body));
  response.end(body);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
