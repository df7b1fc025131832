import { Redis } from "ioredis";
import type { Logger } from "#libs/log/logger.ts";
import { CountersUnavailable } from "./counter-store.ts";

/** Longest wait for one command, in milliseconds; slower counts as down. */
const COMMAND_MS = 240;
/** How long a server that did not answer in time is left alone, in milliseconds. */
const REST_MS = 1_000;

/** A Redis connection that answers fast or not at all. */
export interface RedisLink {
  /** Runs commands. Throws {@link CountersUnavailable} when the server is away, slow or refuses. */
  run<T>(work: (client: Redis) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export function redisLink(url: string, logger: Logger): RedisLink {
  const client = new Redis(url, {
    commandTimeout: COMMAND_MS,
    connectTimeout: 1_000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  });
  let restUntil = 0;
  let healthy = true;
  const unhealthy = (error: unknown) => {
    if (healthy) logger.warn({ err: error }, "the counter store does not answer");
    healthy = false;
  };
  client.on("error", unhealthy);
  client.on("ready", () => {
    if (!healthy) logger.info("the counter store answers again");
    healthy = true;
    restUntil = 0;
  });
  let firstConnection: Promise<unknown> | null = connected(client);

  return {
    async run(work) {
      if (firstConnection) await firstConnection;
      firstConnection = null;
      if (client.status !== "ready" || performance.now() < restUntil) throw new CountersUnavailable();
      try {
        return await work(client);
      } catch (error) {
        unhealthy(error);
        restUntil = performance.now() + REST_MS;
        throw new CountersUnavailable();
      }
    },
    close: async () => client.disconnect(),
  };
}

/** Asks the shared store; while it is away, this process goes on with its own. */
export async function sharedOrOwn<T>(shared: () => Promise<T>, own: () => Promise<T>): Promise<T> {
  try {
    return await shared();
  } catch (error) {
    if (error instanceof CountersUnavailable) return own();
    throw error;
  }
}

/** Resolves when the first connection is there, or when it is not worth waiting for any more. */
function connected(client: Redis): Promise<unknown> {
  return new Promise((resolve) => {
    client.once("ready", resolve);
    client.once("error", resolve);
    setTimeout(resolve, COMMAND_MS).unref();
  });
}
