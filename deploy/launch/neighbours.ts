import { type ChildProcess, fork } from "node:child_process";
import { mkdirSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Binary, ensureBinary } from "./ensure-binaries.ts";
import { freePort } from "./free-port.ts";

/** A server that this process started and that ends with it. */
export interface Neighbour {
  readonly url: string;
  readonly port: number;
  /** Of the guard that runs it. */
  readonly pid: number;
  stop(): Promise<void>;
}

const START_MS = 15_000;

/** nats-server with JetStream on loopback. @param storeDir where streams are kept */
export async function startNats(storeDir: string, port?: number): Promise<Neighbour> {
  mkdirSync(storeDir, { recursive: true });
  const chosen = port ?? (await freePort());
  const args = ["-a", "127.0.0.1", "-p", String(chosen), "-js", "-sd", storeDir];
  return launch("nats-server", args, chosen, `nats://127.0.0.1:${chosen}`);
}

/** redis-server on loopback, in memory only. */
export async function startRedis(port?: number): Promise<Neighbour> {
  const chosen = port ?? (await freePort());
  const args = ["--bind", "127.0.0.1", "--port", String(chosen), "--save", "", "--appendonly", "no"];
  return launch("redis-server", args, chosen, `redis://127.0.0.1:${chosen}`);
}

const GUARD = fileURLToPath(new URL("./neighbour-guard.ts", import.meta.url));

async function launch(binary: Binary, args: readonly string[], port: number, url: string): Promise<Neighbour> {
  const guard = fork(GUARD, [ensureBinary(binary), ...args], { execArgv: [], stdio: ["ignore", "ignore", "ignore", "ipc"] });
  await reachable(port, guard);
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

async function reachable(port: number, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + START_MS; Date.now() < end; await pause(20)) {
    if (child.exitCode !== null) throw new Error(`the server on port ${port} ended at once`);
    if (await answers(port)) return;
  }
  throw new Error(`the server on port ${port} did not start in time`);
}

function answers(port: number): Promise<boolean> {
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
