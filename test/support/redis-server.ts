import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { freePort } from "#deploy/launch/free-port.ts";
import { eventually } from "./eventually.ts";
import { type ServerProcess, serverProcess } from "./server-process.ts";

export interface RedisServer extends ServerProcess {
  readonly url: string;
  dispose(): Promise<void>;
}

/** Starts a redis-server on a free port that stores nothing on disk. */
export async function startRedisServer(): Promise<RedisServer> {
  const port = await freePort();
  const server = serverProcess(port, "redis-server", argsFor(port));
  await server.start();
  return {
    ...server,
    url: `redis://127.0.0.1:${port}`,
    async dispose() {
      server.resume();
      await server.stop("SIGKILL");
    },
  };
}

/** A Redis Cluster with one node. Like every cluster, it refuses commands and scripts whose keys lie in different slots. */
export async function startRedisCluster(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), "redis-cluster-"));
  const port = await freePort(2);
  // Nodes learn their addresses from each other; a single node has no other to learn from.
  const asCluster = ["--cluster-enabled", "yes", "--cluster-port", String(port + 1), "--cluster-announce-ip", "127.0.0.1", "--dir", folder];
  const server = serverProcess(port, "redis-server", [...argsFor(port), ...asCluster]);
  await server.start();
  const client = new Redis(port);
  await client.cluster("ADDSLOTSRANGE", 0, 16_383);
  await eventually(async () => {
    if (!String(await client.cluster("INFO")).includes("cluster_state:ok")) throw new Error("the cluster is not ready");
  });
  client.disconnect();
  return {
    ...server,
    url: `redis-cluster://127.0.0.1:${port}`,
    async dispose() {
      server.resume();
      await server.stop("SIGKILL");
      await rm(folder, { recursive: true });
    },
  };
}

function argsFor(port: number): string[] {
  return ["--bind", "127.0.0.1", "--port", String(port), "--save", "", "--appendonly", "no"];
}
