import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#deploy/launch/free-port.ts";
import { type ServerProcess, serverProcess } from "./server-process.ts";

export interface NatsServer extends ServerProcess {
  readonly url: string;
  /** Deletes all data of JetStream. Call it only while the server is stopped. */
  wipe(): Promise<void>;
  /**
   * Copies the stored messages. Resolves to a function that restores the copy. Then the server has lost later messages, while its consumers
   * retain their last positions. Call both only while the server is stopped.
   */
  copyMessages(): Promise<() => Promise<void>>;
  /** Stops the server and removes its directory. */
  dispose(): Promise<void>;
}

/** Starts a nats-server with JetStream, on a free port and with a store of its own. */
export async function startNatsServer(): Promise<NatsServer> {
  const port = await freePort();
  const directory = await mkdtemp(join(tmpdir(), "nats-"));
  const server = serverProcess(port, "nats-server", ["-a", "127.0.0.1", "-p", String(port), "-js", "-sd", directory]);
  await server.start();
  return {
    ...server,
    url: `nats://127.0.0.1:${port}`,
    wipe: () => rm(join(directory, "jetstream"), { recursive: true, force: true }),
    async copyMessages() {
      const copies = join(directory, "copies");
      const folders = await messageFolders(join(directory, "jetstream"));
      for (const [index, folder] of folders.entries()) await cp(folder, join(copies, String(index)), { recursive: true });
      return async () => {
        for (const [index, folder] of folders.entries()) {
          await rm(folder, { recursive: true });
          await cp(join(copies, String(index)), folder, { recursive: true });
        }
      };
    },
    async dispose() {
      server.resume();
      await server.stop("SIGKILL");
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** `<account>/streams/<stream>/msgs` */
async function messageFolders(store: string): Promise<string[]> {
  const found: string[] = [];
  for (const account of await readdir(store)) {
    const streams = join(store, account, "streams");
    for (const stream of await readdir(streams)) found.push(join(streams, stream, "msgs"));
  }
  return found;
}
