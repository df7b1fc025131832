import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { makeKeys } from "#deploy/keys/make-keys.ts";
import { untilStreamsAnswer } from "#deploy/keys/streams-answer.ts";
import { freePort } from "#deploy/launch/free-port.ts";
import { type BusIdentity, busIdentity } from "#libs/platform/bus/bus-identity.ts";
import { type ServerProcess, serverProcess } from "./server-process.ts";

/** A nats-server that authenticates its clients, with the permissions of the product. */
export interface SecuredNats extends ServerProcess {
  readonly url: string;
  /** Folder of the keys. */
  readonly keys: string;
  /** The store of the streams. */
  readonly store: string;
  filesOf(process: string): {
    readonly natsServers: readonly string[];
    readonly natsCaFile: string;
    readonly processKeysFile: string;
    readonly keysRosterFile: string;
  };
  identityOf(process: string): BusIdentity;
  /** Waits, like `npm run keys`, until the streams answer after the server has read its users again. */
  untilStreamsAnswer(): Promise<void>;
  dispose(): Promise<void>;
}

export async function startSecuredNats(namespace: string): Promise<SecuredNats> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "secured-nats-"));
  const keys = join(folder, "keys");
  const store = join(folder, "nats");
  await makeKeys({ folder: keys, namespace, databasePrefix: `${namespace}_` });
  const server = serverProcess(port, "nats-server", ["-a", "127.0.0.1", "-p", String(port), "-c", join(keys, "nats.conf")]);
  await server.start();
  const url = `nats://127.0.0.1:${port}`;
  const filesOf = (process: string) => ({
    natsServers: [url],
    natsCaFile: join(keys, "ca.pem"),
    processKeysFile: join(keys, `${process}.json`),
    keysRosterFile: join(keys, "roster.json"),
  });
  return {
    ...server,
    url,
    keys,
    store,
    filesOf,
    async untilStreamsAnswer() {
      const readAgain = async () => {
        server.reload();
        await pause(1_000);
      };
      if (!(await untilStreamsAnswer(readAgain, { servers: [url], folder: keys, namespace }))) throw new Error("the streams do not answer");
    },
    identityOf: (process) => busIdentity(filesOf(process), process),
    async dispose() {
      await server.stop("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
