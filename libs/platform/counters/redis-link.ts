import type { Logger } from "#libs/platform/log/logger.ts";
import { CountersUnavailable } from "./counter-store.ts";
import { type RedisClient, redisClient } from "./redis-client.ts";

/**
 * Longest wait for a reply; a slower server counts as down. The wait is a sequence of short timers. While this process is blocked, only one
 * of them expires, and a reply that has arrived meanwhile is read before the next one.
 */
const TICK_MS = 60;
const TICKS = 4;
/** Milliseconds without further commands after one that failed. */
const CIRCUIT_OPEN_MS = 1_000;

/** A connection to Redis that replies fast or fails fast. */
export interface RedisLink {
  /** Runs commands. Throws {@link CountersUnavailable} when the server is unreachable or slow, or refuses. */
  run<T>(work: (client: RedisClient) => Promise<T>): Promise<T>;
  /** Whether `run` would throw at once. */
  isDown(): boolean;
  close(): Promise<void>;
}

export function redisLink(url: string, logger: Logger): RedisLink {
  const client = redisClient(url);
  let circuitOpenUntil = 0;
  let healthy = true;
  const unhealthy = (error: unknown) => {
    if (healthy) logger.warn({ err: error }, "counter store unavailable; counting within this process");
    healthy = false;
  };
  client.on("error", unhealthy);
  client.on("ready", () => {
    if (!healthy) logger.info("counter store available again");
    healthy = true;
    circuitOpenUntil = 0;
  });
  let firstConnection: Promise<unknown> | null = connected(client);
  const isDown = () => !firstConnection && (client.status !== "ready" || performance.now() < circuitOpenUntil);

  return {
    isDown,
    async run(work) {
      if (firstConnection) await firstConnection;
      firstConnection = null;
      if (isDown()) throw new CountersUnavailable();
      try {
        return await inTime(work(client));
      } catch (error) {
        unhealthy(error);
        circuitOpenUntil = performance.now() + CIRCUIT_OPEN_MS;
        throw new CountersUnavailable();
      }
    },
    close: async () => client.disconnect(),
  };
}

/** The outcome of a promise. Rejects when it has none after TICKS * TICK_MS during which this process was not blocked. */
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

/** The shared store; while it is unavailable, the one of this process. */
export async function sharedOrLocal<T>(link: RedisLink, shared: () => Promise<T>, local: () => Promise<T>): Promise<T> {
  // During an outage every request comes here, and creating an error costs more than counting.
  if (link.isDown()) return local();
  try {
    return await shared();
  } catch (error) {
    if (error instanceof CountersUnavailable) return local();
    throw error;
  }
}

/** Resolves when the first connection is ready, has failed, or takes too long. */
function connected(client: RedisClient): Promise<unknown> {
  const connectedOrFailed = new Promise<void>((resolve) => {
    for (const event of ["ready", "error"]) client.once(event, () => resolve());
  });
  return inTime(connectedOrFailed).catch(() => undefined);
}
