import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";

/** Requests in flight get this long to finish when the server stops, in milliseconds. */
const DRAIN_MS = 9_000;
/** A connection on which nothing moves for so long is cut, also when its client does not take an answer; streams have a heartbeat. */
const IDLE_MS = 60_000;
/** More connections than any machine of ours serves well; further ones are refused. */
const MOST_CONNECTIONS = 20_000;

const OPTIONS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16_384,
  // The refusal of the server has no envelope; see namesItsHost.
  requireHostHeader: false,
};

export interface HttpServer {
  /** Resolves to the port. Rejects when it is taken. */
  listen(port: number, host: string): Promise<number>;
  /** Takes no new connection, lets requests in flight finish, then cuts what is left. */
  stop(): Promise<void>;
}

/** A server that slow or endless clients cannot hold open. */
export function httpServer(handle: (request: IncomingMessage, response: ServerResponse) => void, idleMs = IDLE_MS): HttpServer {
  const open = new Set<ServerResponse>();
  const accept = (request: IncomingMessage, response: ServerResponse) => {
    open.add(response);
    response.once("close", () => open.delete(response));
    handle(request, response);
  };
  const server = createServer(OPTIONS, accept);
  // Else the server answers 417 itself, outside the envelope.
  server.on("checkExpectation", accept);
  server.timeout = idleMs;
  server.maxConnections = MOST_CONNECTIONS;
  server.maxHeadersCount = 100;
  server.maxRequestsPerSocket = 1_000;
  server.on("clientError", refuseMalformed);
  return {
    listen: (port, host) => listen(server, port, host),
    stop() {
      // A connection that stays open after its answer would be waited for.
      for (const response of open) if (!response.headersSent) response.setHeader("Connection", "close");
      const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
      return new Promise((resolve) => {
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        server.closeIdleConnections();
      });
    },
  };
}

export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      const address = server.address();
      resolve(address !== null && typeof address === "object" ? address.port : port);
    });
  });
}

/** RFC 9112 3.2: exactly one Host since HTTP/1.1. A second one is how a request gets past a proxy. */
export function namesItsHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === "host").length;
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0");
}

/** What the parser refuses never becomes a request; it gets the error envelope all the same. */
function refuseMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const tooLarge = error.code === "HPE_HEADER_OVERFLOW";
  const { errorCode, code, key, message } = new AppError(tooLarge ? "error.payload_too_large" : "error.validation_failed");
  const body = JSON.stringify({ success: false, error: { code: errorCode, message, i18nKey: key, correlationId: uuid() } });
  const head = [
    `HTTP/1.1 ${code} ${tooLarge ? "Payload Too Large" : "Bad Request"}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "X-Content-Type-Options: nosniff",
    "Cache-Control: no-store",
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
