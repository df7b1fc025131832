import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Logger } from "#libs/platform/log/logger.ts";
import { type Binary, ensureBinary } from "./ensure-binaries.ts";
import { freePort, sameOrFreePort } from "./free-port.ts";
import { supervise } from "./supervise.ts";

/** A server that this process started. It is restarted when it dies, and ends with this process. */
export interface LocalServer {
  readonly url: string;
  readonly port: number;
  /** Process id of the guard (server-guard.ts), the parent process of the server; each restart changes it. */
  pid(): number;
  /** Process id of the server itself; null until it listens. */
  serverPid(): number | null;
  stop(): Promise<void>;
}

export interface Supervisor {
  readonly logger: Logger;
  /** Called when another process runs, and when it listens. */
  onChange(): void;
}

/**
 * Starts nats-server with JetStream on 127.0.0.1.
 * @param conf path of its configuration: stream folder, users and their permissions
 * @param formerPort port of the last start, because subscribers outside know it
 */
export async function startNats(conf: string, formerPort: number | null, supervisor: Supervisor): Promise<LocalServer> {
  const port = await sameOrFreePort(formerPort);
  const args = ["-a", "127.0.0.1", "-p", String(port), "-c", conf];
  return launch({ name: "nats", binary: "nats-server", args, port, url: `nats://127.0.0.1:${port}` }, supervisor);
}

/** Starts redis-server on 127.0.0.1, in memory only. @param acl its users and their rights */
export async function startRedis(acl: string, supervisor: Supervisor): Promise<LocalServer> {
  const port = await freePort();
  const args = ["--bind", "127.0.0.1", "--port", String(port), "--save", "", "--appendonly", "no", "--aclfile", acl];
  return launch({ name: "redis", binary: "redis-server", args, port, url: `redis://127.0.0.1:${port}` }, supervisor);
}

const GUARD = fileURLToPath(new URL("./server-guard.ts", import.meta.url));

interface Launch {
  readonly name: string;
  readonly binary: Binary;
  readonly args: readonly string[];
  readonly port: number;
  readonly url: string;
}

async function launch({ name, binary, args, port, url }: Launch, supervisor: Supervisor): Promise<LocalServer> {
  const program = ensureBinary(binary);
  let server: number | null = null;
  const start = () => {
    // A guard that was killed leaves its server behind, which still holds port and data.
    if (server !== null) killIfAlive(server);
    server = null;
    // A process group of its own: Ctrl-C goes to the launcher only, which stops the servers last.
    const stdio = ["ignore", "ignore", "ignore", "ipc"] as const;
    const guard = fork(GUARD, [String(port), program, ...args], { execArgv: [], detached: true, stdio: [...stdio] });
    guard.on("message", (message) => {
      server = (message as { readonly server: number }).server;
      supervisor.onChange();
    });
    guard.once("exit", () => {
      if (guard.signalCode === null) server = null;
    });
    return guard;
  };
  const supervised = supervise({ name, port, start, ...supervisor });
  await supervised.ready();
  const stop = async () => {
    await supervised.stop();
    if (server !== null) killIfAlive(server);
  };
  return { url, port, pid: supervised.pid, serverPid: () => server, stop };
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has ended
  }
}
