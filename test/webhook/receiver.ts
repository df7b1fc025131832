import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";

/** One request as a receiver got it. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The exact text. */
  readonly body: string;
  readonly at: number;
}

export type Answering = (response: ServerResponse, received: Received, index: number) => void;

/** A system that is told things. */
export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** How it answers from now on. */
  answer(answering: Answering): void;
  /** Connections that were ever opened. */
  connections(): number;
  stop(): Promise<void>;
}

export const withStatus =
  (status: number, headers: Record<string, string> = {}): Answering =>
  (response) =>
    void response.writeHead(status, headers).end();

interface ReceiverWish {
  /** With it the receiver speaks TLS. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** A receiver on a free port of the loopback; it answers 204. */
export async function startReceiver({ tls }: ReceiverWish = {}): Promise<Receiver> {
  const received: Received[] = [];
  let answering = withStatus(204);
  let opened = 0;
  const server = tls ? createTlsServer(tls) : createServer();
  server.on("connection", () => (opened += 1));
  server.on("request", async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const one = { path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString("utf8"), at: performance.now() };
    received.push(one);
    answering(response, one, received.length - 1);
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
