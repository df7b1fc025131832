import type { IncomingMessage } from "node:http";
import type { ErrorCode } from "#libs/errors/codes.ts";
import type { Exchange } from "./exchange.ts";

/** What goes back to the client. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  /** Present on errors. */
  readonly code?: ErrorCode;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly contentType?: string;
}

export const JSON_TYPE = "application/json; charset=utf-8";

/** Sends an answer, once; a client that has gone is not an error. */
export function sendAnswer({ request, response }: Exchange, answer: Answer): void {
  if (response.headersSent || response.destroyed) return;
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
  if (answer.cookies?.length) response.setHeader("Set-Cookie", [...answer.cookies]);
  // Nobody reads the rest of a refused body.
  if (!request.complete && announcesBody(request)) response.setHeader("Connection", "close");
  response.statusCode = answer.status;
  if (answer.status === 204 || answer.status === 304) {
    response.end();
    return;
  }
  response.setHeader("Content-Type", answer.contentType ?? JSON_TYPE);
  response.setHeader("Content-Length", Buffer.byteLength(answer.body));
  response.end(answer.body);
}

/** Whether a body comes with the request. */
function announcesBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
