import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy whose connections can fall silent: they stay open, and nothing passes through them any more. */
export interface SilentProxy {
  readonly port: number;
  /** Connections made so far. */
  readonly connections: number;
  /** Those that are open, and all that are made until `speak`, are silent for ever. */
  silence(): void;
  /** New connections are heard again. */
  speak(): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of a local server. */
export async function silentProxy(target: number): Promise<SilentProxy> {
  let [connections, isSilent] = [0, false];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    connections += 1;
    const beyond = connect(target, "127.0.0.1");
    for (const [socket, other] of [
      [client, beyond],
      [beyond, client],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      if (isSilent) socket.resume();
      else socket.pipe(other);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections;
    },
    silence() {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().resume();
    },
    speak() {
      isSilent = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
