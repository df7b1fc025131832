import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";

/** A request that a receiver got. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The exact text. */
  readonly body: string;
  readonly at: number;
}

export type Answering = (response: ServerResponse, received: Received, index: number) => void;

/** A server that records requests, in the role of another system. */
export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** Sets its answer from now on. */
  answer(answering: Answering): void;
  /** Number of connections opened so far. */
  connections(): number;
  stop(): Promise<void>;
}

export const withStatus =
  (status: number, headers: Record<string, string> = {}): Answering =>
  (response) =>
    void response.writeHead(status, headers).end();

interface ReceiverOptions {
  /** Key and certificate of an https receiver; absent: http. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** Starts a receiver on a free port of the loopback. It answers 204. */
export async function startReceiver({ tls }: ReceiverOptions = {}): Promise<Receiver> {
  const received: Received[] = [];
  let answering = withStatus(204);
  let opened = 0;
  const server = tls ? createTlsServer(tls) : createServer();
  server.on("connection", () => (opened += 1));
  server.on("request", async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const entry = {
      path: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(chunks).toString("utf8"),
      at: performance.now(),
    };
    received.push(entry);
    answering(response, entry, received.length - 1);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}/hook`,
    port,
    received,
    answer(next) {
      answering = next;
    },
    connections: () => opened,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
