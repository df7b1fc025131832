import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, createServer, type ListenOptions, type Server as SocketServer } from "node:net";

/**
 * Node accepts one connection of a listening socket in a turn of the event loop. Under a load that makes turns long, a client would wait
 * as many of them as others have connected before it; so many sockets take so many in a turn.
 */
const LISTENING_SOCKETS = 16;
/** Elsewhere sockets cannot share a port, or one of them gets all connections. */
const CAN_SHARE = process.platform === "linux";

export interface SharedPort {
  readonly port: number;
  /** Accepts no more connections; resolves when the open ones are closed. */
  close(): Promise<void>;
}

/** Listens with several sockets on one port, where the system has that. Rejects when the port is taken. @param port 0: any free one */
export async function listenOnSharedPort(server: Server, port: number, host: string): Promise<SharedPort> {
  const reusePort = CAN_SHARE;
  // Sockets that share a port would share it with another process of ours as well.
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

/** A listening socket whose connections are those of an HTTP server. */
function feeding(server: Server): SocketServer {
  // With the options that an HTTP server gives to its own sockets.
  return createServer({ allowHalfOpen: true, noDelay: true }, (socket) => void server.emit("connection", socket));
}
