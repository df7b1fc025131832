import { Redis } from "ioredis";
import { after } from "#libs/kernel/timers.ts";
import type { Logger } from "#libs/platform/log/logger.ts";
import { connected, inTime } from "./in-time.ts";
import { type RedisClient, redisClient, urlOfServer } from "./redis-client.ts";

/** Replies on a connection that was replaced have this many milliseconds to arrive. */
const DRAIN_MS = 1_000;

interface ClientEvents {
  onReady(): void;
  onError(error: Error): void;
}

/** The connection to the server that takes writes. */
export interface PrimaryConnection {
  client(): RedisClient;
  /**
   * The server has refused a write because it is a replica now: connects to the primary that it names. Resolves to false when there is none
   * yet, and reconnects to the named server then, whose name may lead to another one.
   */
  follow(): Promise<boolean>;
  close(): void;
}

/**
 * After a failover the server of `REDIS_URL` may be a replica that keeps its connections. Its processes would otherwise count within
 * themselves, and refuse free messages, until they are started again.
 */
export function primaryConnection(url: string, logger: Logger, events: ClientEvents): PrimaryConnection {
  const open = new Set<RedisClient>();
  let closed = false;
  let following: Promise<boolean> | null = null;

  const connect = (to: string): RedisClient => {
    const client = redisClient(to);
    open.add(client);
    client.on("error", (error) => client === current && events.onError(error));
    client.on("ready", () => client === current && events.onReady());
    return client;
  };
  const drop = (client: RedisClient): void => {
    open.delete(client);
    client.disconnect();
  };
  const replaceBy = (client: RedisClient): void => {
    const former = current;
    current = client;
    after(DRAIN_MS, () => drop(former));
  };
  let current: RedisClient = connect(url);

  const followOnce = async (): Promise<boolean> => {
    const [role, host, port] = await roleOf(current);
    if (role === "master") return true;
    const target = role === "slave" && host ? urlOfServer(url, String(host), String(port)) : null;
    if (target === null) return false;
    const candidate = connect(target);
    if (!(await isPrimary(candidate)) || closed) {
      drop(candidate);
      return false;
    }
    // The primary is gone: the named server knows the next one, or is primary again.
    candidate.once("close", () => candidate === current && !closed && replaceBy(connect(url)));
    replaceBy(candidate);
    logger.warn({ primary: `${host}:${port}` }, "counter store is a replica now; following its primary");
    return true;
  };

  return {
    client: () => current,
    follow() {
      following ??= followOnce()
        .catch(() => false)
        .then((followed) => {
          following = null;
          if (!followed && current instanceof Redis) current.disconnect(true);
          return followed;
        });
      return following;
    },
    close() {
      closed = true;
      for (const client of open) client.disconnect();
    },
  };
}

/** The role of a server: `["master", …]`, or `["slave", host and port of its primary, …]`. A cluster redirects commands itself. */
async function roleOf(client: RedisClient): Promise<readonly unknown[]> {
  return client instanceof Redis ? inTime(client.role()) : [];
}

async function isPrimary(client: RedisClient): Promise<boolean> {
  await connected(client);
  return (await roleOf(client).catch(() => []))[0] === "master";
}
