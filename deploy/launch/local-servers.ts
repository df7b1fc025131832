import { type ChildProcess, fork } from "node:child_process";
import { mkdirSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Binary, ensureBinary } from "./ensure-binaries.ts";
import { freePort } from "./free-port.ts";

/** A server that this process started and that ends with it. */
export interface LocalServer {
  readonly url: string;
  readonly port: number;
  /** Process id of the guard (server-guard.ts), the parent process of the server. */
  readonly pid: number;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 15_000;

/**
 * Starts nats-server with JetStream on 127.0.0.1.
 * @param storeDir folder in which it stores the streams
 * @param conf who may connect, and what each may do
 */
export async function startNats(storeDir: string, conf: string, port?: number): Promise<LocalServer> {
  mkdirSync(storeDir, { recursive: true });
  const usedPort = port ?? (await freePort());
  const args = ["-a", "127.0.0.1", "-p", String(usedPort), "-js", "-sd", storeDir, "-c", conf];
  return launch("nats-server", args, usedPort, `nats://127.0.0.1:${usedPort}`);
}

/** Starts redis-server on 127.0.0.1; it keeps its data in memory only. @param acl the users that it lets in */
export async function startRedis(acl: string, port?: number): Promise<LocalServer> {
  const usedPort = port ?? (await freePort());
  const args = ["--bind", "127.0.0.1", "--port", String(usedPort), "--save", "", "--appendonly", "no", "--aclfile", acl];
  return launch("redis-server", args, usedPort, `redis://127.0.0.1:${usedPort}`);
}

const GUARD = fileURLToPath(new URL("./server-guard.ts", import.meta.url));

async function launch(binary: Binary, args: readonly string[], port: number, url: string): Promise<LocalServer> {
  const guard = fork(GUARD, [ensureBinary(binary), ...args], { execArgv: [], stdio: ["ignore", "ignore", "ignore", "ipc"] });
  await waitUntilListening(port, guard);
  return {
    url,
    port,
    pid: guard.pid ?? 0,
    stop: () =>
      new Promise((resolve) => {
        if (guard.exitCode !== null || guard.signalCode !== null) return resolve();
        guard.once("exit", () => resolve());
        guard.kill("SIGTERM");
      }),
  };
}

async function waitUntilListening(port: number, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end; await pause(20)) {
    if (child.exitCode !== null) throw new Error(`the server on port ${port} exited before it accepted connections`);
    if (await isListening(port)) return;
  }
  throw new Error(`the server on port ${port} did not start in time`);
}

/** Whether a server accepts connections on a port of 127.0.0.1. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const finish = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once("connect", () => finish(true));
    socket.once("error", () => finish(false));
  });
}
