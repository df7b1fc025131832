import { Redis } from "ioredis";
import type { Logger } from "#libs/log/logger.ts";
import { CountersUnavailable } from "./counter-store.ts";

/**
 * Longest wait for one answer; slower counts as down. The wait is a few short timers one after the other: when this process itself
 * stands still, only one of them passes, and an answer that has arrived meanwhile is read before the next.
 */
const TICK_MS = 60;
const TICKS = 4;
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
        return await inTime(work(client));
      } catch (error) {
        unhealthy(error);
        restUntil = performance.now() + REST_MS;
        throw new CountersUnavailable();
      }
    },
    close: async () => client.disconnect(),
  };
}

/** The outcome of a promise; throws when it has none after some milliseconds during which this process was awake. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const tick = (left: number) => {
      if (left === 0) reject(new Error("no answer in time"));
      else timer = setTimeout(tick, TICK_MS, left - 1);
    };
    tick(TICKS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
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
  const known = new Promise<void>((resolve) => {
    for (const event of ["ready", "error"]) client.once(event, () => resolve());
  });
  return inTime(known).catch(() => undefined);
}
