import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, createServer, type ListenOptions, type Server as SocketServer } from "node:net";

/**
 * Node accepts one connection per listening socket in each turn of the event loop. When load makes turns long, new clients would queue
 * behind each other. With several sockets, one turn accepts as many connections.
 */
const LISTENING_SOCKETS = 16;
/** Other systems cannot share a port between sockets, or give all connections to one of them. */
const CAN_SHARE = process.platform === "linux";

export interface SharedPort {
  readonly port: number;
  /** Accepts no more connections; resolves when the open ones are closed. */
  close(): Promise<void>;
}

/** Listens with several sockets on one port, where the system supports it. Rejects when the port is taken. @param port 0: any free one */
export async function listenOnSharedPort(server: Server, port: number, host: string): Promise<SharedPort> {
  const reusePort = CAN_SHARE;
  // With a shared port, a second process of ours could take it unnoticed.
  if (reusePort && port !== 0) await requireFree(port, host);
  await listening(server, { port, host, reusePort });
  const { port: taken } = server.address() as AddressInfo;
  const others = Array.from({ length: CAN_SHARE ? LISTENING_SOCKETS - 1 : 0 }, () => feeding(server));
  await Promise.all(others.map((other) => listening(other, { port: taken, host, reusePort })));
  return {
    port: taken,
    async close() {
      await Promise.all([server, ...others].map(closed));
    },
  };
}

async function requireFree(port: number, host: string): Promise<void> {
  const probe = createServer();
  await listening(probe, { port, host });
  await closed(probe);
}

async function listening(server: SocketServer, options: ListenOptions): Promise<void> {
  server.listen(options);
  await once(server, "listening");
}

function closed(server: SocketServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** A listening socket that passes its connections to an HTTP server. */
function feeding(server: Server): SocketServer {
  // The options that an HTTP server sets on its own sockets.
  return createServer({ allowHalfOpen: true, noDelay: true }, (socket) => void server.emit("connection", socket));
}
