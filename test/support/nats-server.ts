import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#deploy/launch/free-port.ts";
import { type ServerProcess, serverProcess } from "./server-process.ts";

export interface NatsServer extends ServerProcess {
  readonly url: string;
  /** Deletes everything JetStream has stored. Only while the server is stopped. */
  wipe(): Promise<void>;
  /** Stops the server and removes its directory. */
  dispose(): Promise<void>;
}

/** A nats-server with JetStream, on a free port and with a store of its own; started. */
export async function startNatsServer(): Promise<NatsServer> {
  const port = await freePort();
  const directory = await mkdtemp(join(tmpdir(), "nats-"));
  const server = serverProcess(port, "nats-server", ["-a", "127.0.0.1", "-p", String(port), "-js", "-sd", directory]);
  await server.start();
  return {
    ...server,
    url: `nats://127.0.0.1:${port}`,
    wipe: () => rm(join(directory, "jetstream"), { recursive: true, force: true }),
    async dispose() {
      server.resume();
      await server.stop("SIGKILL");
      await rm(directory, { recursive: true, force: true });
    },
  };
}
