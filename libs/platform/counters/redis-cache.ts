import type { Clock } from "#libs/kernel/clock.ts";
import type { Cache } from "./counter-store.ts";
import { memoryCache } from "./memory-counters.ts";
import { type RedisLink, sharedOrLocal } from "./redis-link.ts";

interface RedisCacheOptions {
  readonly link: RedisLink;
  readonly prefix: string;
  readonly clock: Clock;
}

/** A cache that every process sees; while Redis is unavailable, each process uses its own. */
export function redisCache({ link, prefix, clock }: RedisCacheOptions): Cache {
  const local = memoryCache(clock);
  return {
    get: (key) =>
      sharedOrLocal(
        link,
        () => link.run((client) => client.get(prefix + key)),
        () => local.get(key),
      ),
    put: (key, text, keepSeconds) =>
      sharedOrLocal(
        link,
        async () => void (await link.run((client) => client.set(prefix + key, text, "EX", keepSeconds))),
        () => local.put(key, text, keepSeconds),
      ),
  };
}
