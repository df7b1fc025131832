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

/** Starts a redis-server on a free port that stores nothing for its next start. */
export async function startRedisServer(): Promise<RedisServer> {
  // A replica writes what it gets from its primary.
  const folder = await mkdtemp(join(tmpdir(), "redis-"));
  const port = await freePort();
  const server = serverProcess(port, "redis-server", [...argsFor(port), "--dir", folder]);
  await server.start();
  return {
    ...server,
    url: `redis://127.0.0.1:${port}`,
    async dispose() {
      server.resume();
      await server.stop("SIGKILL");
      await rm(folder, { recursive: true });
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

/** Runs commands on a server, with a connection of its own. */
export async function onRedis<T>({ port }: Pick<RedisServer, "port">, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(port);
  try {
    return await work(client);
  } finally {
    client.disconnect();
  }
}

/** Makes a server the replica of another; resolves when it has its data. */
export async function makeReplica(replica: RedisServer, primary: RedisServer): Promise<void> {
  await onRedis(primary, (client) => client.config("SET", "repl-diskless-sync-delay", "0"));
  await onRedis(replica, async (client) => {
    await client.replicaof("127.0.0.1", primary.port);
    await eventually(async () => {
      if (!(await client.info("replication")).includes("master_link_status:up")) throw new Error("the replica has no data yet");
    });
  });
}

/** A planned failover: the connections of both servers stay open. */
export async function failOver(from: RedisServer, to: RedisServer): Promise<void> {
  await onRedis(to, (client) => client.replicaof("NO", "ONE"));
  await makeReplica(from, to);
}

/** Limits the memory of a server; with one byte it is full. */
export async function limitMemory(server: RedisServer, policy: string, bytes: number): Promise<void> {
  await onRedis(server, async (client) => {
    await client.config("SET", "maxmemory-policy", policy);
    await client.config("SET", "maxmemory", String(bytes));
  });
}

function argsFor(port: number): string[] {
  return ["--bind", "127.0.0.1", "--port", String(port), "--save", "", "--appendonly", "no"];
}
