import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from "node:http";
import { createServer as createNetServer, type Server as NetServer, type Socket } from "node:net";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { overloaded } from "../response/overloaded.ts";
import type { ConnectionCaps } from "./connection-caps.ts";
import { listenOnSharedPort, type SharedPort } from "./shared-port.ts";

/** Grace period for requests in flight when the server stops. */
const DRAIN_TIMEOUT_MS = 9_000;
/** A connection without traffic for this long is closed while its client does not read a response. Streams send heartbeats. */
const IDLE_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 75_000;

/** Maximum time for a client to send its headers, and its whole request. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 15_000;

const OPTIONS: ServerOptions = {
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16_384,
  // Node's own refusal would lack the error envelope; see {@link hasOneHost}.
  requireHostHeader: false,
};

export interface HttpServer {
  /** Resolves to the port. Rejects when it is taken. */
  listen(port: number, host: string): Promise<number>;
  /** Accepts no new connections, lets requests in flight finish, then closes the remaining connections. */
  stop(): Promise<void>;
}

interface HttpServerOptions {
  /** Limits of connections; unlimited when absent. */
  readonly caps?: ConnectionCaps;
  /** Milliseconds that a connection stays open after a response; read for each new connection, and counts for all. */
  readonly keepAliveMs?: () => number;
  /** Milliseconds without traffic after which a connection is closed that waits for its first request, or whose client reads nothing. */
  readonly idleMs?: number;
  /** Milliseconds within which the headers of a request, and the whole request, must arrive. */
  readonly headersMs?: number;
  readonly requestMs?: number;
}

/** An HTTP server that disconnects slow clients. */
export function httpServer(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  {
    caps,
    keepAliveMs = () => KEEP_ALIVE_MS,
    idleMs = IDLE_TIMEOUT_MS,
    headersMs = HEADERS_MS,
    requestMs = REQUEST_MS,
  }: HttpServerOptions = {},
): HttpServer {
  const inFlight = new Set<ServerResponse>();
  let shared: SharedPort | null = null;
  const accept = (request: IncomingMessage, response: ServerResponse) => {
    inFlight.add(response);
    response.once("close", () => inFlight.delete(response));
    handle(request, response);
  };
  const server = createServer({ ...OPTIONS, headersTimeout: headersMs, requestTimeout: requestMs }, accept);
  // Without a listener Node responds with 417, outside the envelope.
  server.on("checkExpectation", accept);
  server.timeout = idleMs;
  server.on("connection", (socket: Socket) => {
    // Counts for all connections from their next answer on.
    server.keepAliveTimeout = keepAliveMs();
    if (caps?.admits(socket) === false) refuseConnection(socket);
  });
  server.maxHeadersCount = 100;
  server.maxRequestsPerSocket = 1_000;
  server.on("clientError", refuseMalformed);
  let alsoIPv6: NetServer | null = null;
  return {
    async listen(port, host) {
      shared = await listenOnSharedPort(server, port, host === "localhost" ? "127.0.0.1" : host);
      if (host === "localhost") alsoIPv6 = await secondDoor(server, shared.port);
      return shared.port;
    },
    async stop() {
      // A client that keeps its connection alive would delay the stop until the drain timeout.
      for (const response of inFlight) if (!response.headersSent) response.setHeader("Connection", "close");
      const drain = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
      const door = alsoIPv6;
      const closed = [shared?.close(), new Promise<void>((resolve) => (door ? door.close(() => resolve()) : resolve()))];
      server.closeIdleConnections();
      await Promise.all(closed);
      clearTimeout(drain);
    },
  };
}

/** `localhost` is ::1 for some clients. Null on a machine without IPv6. */
async function secondDoor(server: Server, port: number): Promise<NetServer | null> {
  const door = createNetServer((socket) => server.emit("connection", socket));
  try {
    door.listen(port, "::1");
    await once(door, "listening");
    return door;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") throw error;
    return null;
  }
}

/** RFC 9112 3.2: a request has exactly one Host since HTTP/1.1. A second one could pass a proxy that checks only the first. */
export function hasOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === "host").length;
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0");
}

/** Sends the error envelope on a connection over the limit and closes it without reading a request. */
function refuseConnection(socket: Socket): void {
  sendRawError(socket, overloaded(), "Service Unavailable");
  // Closes without waiting for the client and before reading from it.
  socket.destroySoon();
}

/**
 * Sends the error envelope for bytes that Node's parser refuses and that never become a request. A connection without any bytes is closed
 * silently. Browsers open connections in advance and would take the envelope for the response to their next request.
 */
function refuseMalformed(malformed: Error & { code?: string }, socket: Socket): void {
  if (malformed.code === "ECONNRESET" || !socket.writable || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const isTooLarge = malformed.code === "HPE_HEADER_OVERFLOW";
  const error = new AppError(isTooLarge ? "error.payload_too_large" : "error.validation_failed");
  sendRawError(socket, error, isTooLarge ? "Payload Too Large" : "Bad Request");
}

/** Sends the error envelope on a connection without a request, and closes it. */
function sendRawError(socket: Socket, { errorCode, code, key, message, vars: { retryAfter } }: AppError, reason: string): void {
  const body = JSON.stringify({ success: false, error: { code: errorCode, message, i18nKey: key, correlationId: uuid() } });
  const head = [
    `HTTP/1.1 ${code} ${reason}`,
    ...(retryAfter === undefined ? [] : [`Retry-After: ${retryAfter}`]),
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "X-Content-Type-Options: nosniff",
    "Cache-Control: no-store",
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
