import type { Logger } from "#libs/platform/log/logger.ts";
import { CountersUnavailable } from "./counter-store.ts";
import { connected, inTime } from "./in-time.ts";
import type { RedisClient } from "./redis-client.ts";
import { primaryConnection } from "./redis-primary.ts";

/** Milliseconds without further commands after one that failed. */
const CIRCUIT_OPEN_MS = 1_000;
/** Milliseconds without a failure after which an outage has ended: a full server still answers reads. */
const QUIET_MS = 5_000;

/** A connection to Redis that replies fast or fails fast. */
export interface RedisLink {
  /** Runs commands. Throws {@link CountersUnavailable} when the server is unreachable or slow, or refuses. */
  run<T>(work: (client: RedisClient) => Promise<T>): Promise<T>;
  /** Whether `run` would throw at once. */
  isDown(): boolean;
  close(): Promise<void>;
}

export function redisLink(url: string, logger: Logger): RedisLink {
  let circuitOpenUntil = 0;
  let failedAt = 0;
  let healthy = true;
  const onError = (error: unknown) => {
    if (healthy) logger.warn({ err: error }, isFull(error) ? FULL : "counter store unavailable; counting within this process");
    healthy = false;
    failedAt = performance.now();
  };
  const onReady = () => {
    if (!healthy) logger.info("counter store available again");
    healthy = true;
    circuitOpenUntil = 0;
  };
  const primary = primaryConnection(url, logger, { onReady, onError });
  let firstConnection: Promise<unknown> | null = connected(primary.client());
  const isDown = () => !firstConnection && (primary.client().status !== "ready" || performance.now() < circuitOpenUntil);

  const runOnPrimary = async <T>(work: (client: RedisClient) => Promise<T>): Promise<T> => {
    try {
      return await inTime(work(primary.client()));
    } catch (error) {
      // A replica has run nothing of the work.
      if (!isOfReplica(error) || !(await primary.follow())) throw error;
      return inTime(work(primary.client()));
    }
  };

  return {
    isDown,
    async run(work) {
      if (firstConnection) await firstConnection;
      firstConnection = null;
      if (isDown()) throw new CountersUnavailable();
      try {
        const result = await runOnPrimary(work);
        if (!healthy && performance.now() > failedAt + QUIET_MS) onReady();
        return result;
      } catch (error) {
        onError(error);
        circuitOpenUntil = performance.now() + CIRCUIT_OPEN_MS;
        throw new CountersUnavailable();
      }
    },
    close: async () => primary.close(),
  };
}

const FULL = "counter store is full; counting within this process and refusing free messages";

function isFull(error: unknown): boolean {
  return String(error).includes("OOM command not allowed");
}

/** Redis refuses a write to a replica, and a read from one that has lost its primary, if it is configured so. */
function isOfReplica(error: unknown): boolean {
  return /\b(READONLY|MASTERDOWN)\b/.test(String(error));
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
