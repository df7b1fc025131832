import { Cluster, type ClusterOptions, Redis, type RedisOptions } from "ioredis";
import { SECOND } from "#libs/kernel/clock.ts";
import { after } from "#libs/kernel/timers.ts";

/** The client of one server, or of a cluster. */
export type RedisClient = Redis | Cluster;

const CLUSTER_URL = /^redis(s?)-cluster:\/\/(?:([^@/]*)@)?([^@/]+)\/?$/;

/** The users of a cluster may not run the command that names the client library. */
const CONNECTION = { connectTimeout: 1_000, maxRetriesPerRequest: 0, disableClientInfo: true } satisfies RedisOptions;
/**
 * Commands of one tick of the event loop share a write. Without it, writing them is a third of the cost of a request that is answered from
 * memory.
 */
const ONE_SERVER = { enableAutoPipelining: true } satisfies RedisOptions;
/** Checks, a second apart, that may find commands waiting and nothing received since the one before. */
const SILENT_CHECKS = 3;
const delayMs = (attempt: number) => Math.min(attempt * 100, 1_000);

/**
 * Connects to one server (`redis://`, `rediss://`) or to a cluster: `redis-cluster://user:password@host:port,host:port`, with
 * `rediss-cluster` over TLS. Some of the nodes suffice, because they know the others.
 */
export function redisClient(url: string): RedisClient {
  const [, secure, credentials, nodes] = CLUSTER_URL.exec(url) ?? [];
  if (nodes === undefined) {
    return endingSilence(new Redis(url, { ...CONNECTION, ...ONE_SERVER, enableOfflineQueue: false, retryStrategy: delayMs }));
  }
  const [username, password] = (credentials ?? "").split(":").map(decodeURIComponent);
  const redisOptions = { ...CONNECTION, ...(username && { username }), ...(password && { password }), ...(secure && { tls: {} }) };
  // Certificates name hosts, so over TLS the announced names of the nodes are not resolved to addresses here.
  const names: ClusterOptions = secure ? { dnsLookup: (address, callback) => callback(null, address) } : {};
  const cluster = new Cluster(nodes.split(",").map(hostAndPort), {
    ...names,
    redisOptions,
    enableOfflineQueue: false,
    clusterRetryStrategy: delayMs,
    slotsRefreshTimeout: CONNECTION.connectTimeout,
  });
  return cluster.on("+node", endingSilence);
}

/**
 * Cuts a connection whose server answers no more and has not closed it, so that the client opens another one. TCP would wait for a quarter
 * of an hour. The timer that the client has for this outlives its connection, and cuts the next one.
 */
function endingSilence(client: Redis): Redis {
  return client.on("connect", () => {
    const { stream } = client;
    let [received, silent] = [stream.bytesRead, 0];
    const check = () => {
      if (stream.destroyed) return;
      silent = client.commandQueue.length > 0 && stream.bytesRead === received ? silent + 1 : 0;
      received = stream.bytesRead;
      if (silent === SILENT_CHECKS) stream.destroy();
      else after(SECOND, check);
    };
    after(SECOND, check);
  });
}

/** The URL of another server with the same credentials; null for a cluster, whose nodes redirect commands themselves. */
export function urlOfServer(url: string, host: string, port: string): string | null {
  if (CLUSTER_URL.test(url)) return null;
  const { protocol, username, password, pathname, search } = new URL(url);
  const credentials = username || password ? `${username}:${password}@` : "";
  return `${protocol}//${credentials}${host.includes(":") ? `[${host}]` : host}:${port}${pathname}${search}`;
}

function hostAndPort(node: string): { readonly host: string; readonly port: number } {
  const { hostname, port } = new URL(`redis://${node.trim()}`);
  return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 6379) };
}
