import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { Clock } from "#libs/kernel/clock.ts";
import type { Logger } from "#libs/platform/log/logger.ts";
import { type CounterStore, CountersUnavailable, type RateCounter, type WindowUse } from "./counter-store.ts";
import { redisCache } from "./redis-cache.ts";
import type { RedisClient } from "./redis-client.ts";
import { type RedisLink, redisLink } from "./redis-link.ts";
import { redisQuotas } from "./redis-quotas.ts";
import { redisReplays } from "./redis-replays.ts";

export interface RedisCountersOptions {
  readonly url: string;
  /** Put before every key. */
  readonly namespace: string;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Of the codes of stored answers; all processes that share them have it. */
  readonly key: string;
}

/** Counters shared by every process. While Redis is unavailable, rates, replays and cache work within the process, and quotas throw. */
export function redisCounters({ url, namespace, logger, clock, key }: RedisCountersOptions): CounterStore {
  const link = redisLink(url, logger);
  return {
    rates: redisRates(link, `${namespace}:rate`),
    quotas: redisQuotas({ link, prefix: `${namespace}:quota:`, clock }),
    replays: redisReplays({ link, prefix: `${namespace}:replay:`, clock, logger, key }),
    cache: redisCache({ link, prefix: `${namespace}:memo:`, clock }),
    async ping() {
      try {
        return (await link.run((client) => client.ping())) === "PONG";
      } catch {
        return false;
      }
    },
    close: () => link.close(),
  };
}

interface Limiters {
  shared(client: RedisClient): RateLimiterRedis;
  readonly local: RateLimiterMemory;
}

function redisRates(link: RedisLink, keyPrefix: string): RateCounter {
  const known = new Map<string, Limiters>();

  const limitersOf = (points: number, duration: number): Limiters => {
    const name = `${points}/${duration}`;
    const limiters = known.get(name) ?? limitersFor(points, duration, keyPrefix);
    known.set(name, limiters);
    return limiters;
  };

  return {
    async hit(key, limit, windowSeconds) {
      const { shared, local } = limitersOf(limit, windowSeconds);
      try {
        return await link.run((client) => consume(shared(client), key));
      } catch (error) {
        if (error instanceof CountersUnavailable) return consume(local, key);
        throw error;
      }
    },
  };
}

function limitersFor(points: number, duration: number, keyPrefix: string): Limiters {
  let shared: RateLimiterRedis | null = null;
  return {
    shared: (client) => (shared ??= new RateLimiterRedis({ storeClient: client, points, duration, keyPrefix })),
    local: new RateLimiterMemory({ points, duration, keyPrefix }),
  };
}

/** One hit; the library rejects with the state of the window when the limit is passed. */
async function consume(limiter: RateLimiterRedis | RateLimiterMemory, key: string): Promise<WindowUse> {
  try {
    return useOf(await limiter.consume(key), true);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return useOf(refusal, false);
    throw refusal;
  }
}

function useOf({ remainingPoints, msBeforeNext }: RateLimiterRes, allowed: boolean): WindowUse {
  return { allowed, left: remainingPoints, resetMs: msBeforeNext };
}
