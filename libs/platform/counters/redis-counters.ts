import type { Clock } from "#libs/kernel/clock.ts";
import type { Logger } from "#libs/platform/log/logger.ts";
import type { CounterStore } from "./counter-store.ts";
import { redisCache } from "./redis-cache.ts";
import { redisLink } from "./redis-link.ts";
import { redisQuotas } from "./redis-quotas.ts";
import { redisRates } from "./redis-rates.ts";
import { redisReplays } from "./redis-replays.ts";
import { usedMemory } from "./used-memory.ts";

export interface RedisCountersOptions {
  readonly url: string;
  /** Put before every key. */
  readonly namespace: string;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Key of the codes of stored answers; all processes that share the answers have it. */
  readonly key: string;
}

/** Counters shared by every process. While Redis is unavailable, rates, replays and cache work within the process, and quotas throw. */
export function redisCounters({ url, namespace, logger, clock, key }: RedisCountersOptions): CounterStore {
  const link = redisLink(url, logger);
  return {
    rates: redisRates({ link, prefix: `${namespace}:rate:`, clock }),
    quotas: redisQuotas({ link, prefix: `${namespace}:quota:`, clock }),
    replays: redisReplays({ link, prefix: `${namespace}:replay:`, clock, logger, key }),
    cache: redisCache({ link, prefix: `${namespace}:memo:`, clock }),
    usedMemory: () => usedMemory(link),
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
