import { LRUCache } from "lru-cache";
import { type Clock, SECOND } from "#libs/kernel/clock.ts";
import type { RateCounter } from "./counter-store.ts";
import { memoryRates } from "./memory-counters.ts";
import type { RedisClient } from "./redis-client.ts";
import { type RedisLink, sharedOrLocal } from "./redis-link.ts";

/** Maximum number of keys whose windows a process remembers; it queries the end of any other window. */
const MAX_KNOWN_WINDOWS = 20_000;

interface RedisRatesOptions {
  readonly link: RedisLink;
  readonly prefix: string;
  readonly clock: Clock;
}

/** The end of a window in epoch milliseconds, and the hits in it. */
interface Window {
  readonly endsAt: number;
  readonly hits: number;
}

/**
 * Windows in Redis. Every request is counted, so a hit costs one INCR, in one write with the other hits of its tick. The process remembers
 * the end of each window that it has begun or has queried once. Without Redis it counts in this process.
 */
export function redisRates({ link, prefix, clock }: RedisRatesOptions): RateCounter {
  const ends = new LRUCache<string, number>({ max: MAX_KNOWN_WINDOWS });
  const local = memoryRates(clock);

  async function count(client: RedisClient, key: string, windowMs: number): Promise<Window> {
    const hits = await client.incr(prefix + key);
    const now = clock.now().getTime();
    const known = ends.get(key);
    if (hits > 1 && known !== undefined && known > now) return { endsAt: known, hits };
    // A counter without an end is new, or left by a process that ended between the two commands.
    const left = hits > 1 ? await client.pttl(prefix + key) : -1;
    if (left < 0) await client.pexpire(prefix + key, windowMs);
    const endsAt = now + (left < 0 ? windowMs : left);
    ends.set(key, endsAt);
    return { endsAt, hits };
  }

  return {
    hit: (key, limit, windowSeconds) =>
      sharedOrLocal(
        link,
        async () => {
          const { endsAt, hits } = await link.run((client) => count(client, key, windowSeconds * SECOND));
          return { allowed: hits <= limit, left: Math.max(0, limit - hits), resetMs: endsAt - clock.now().getTime() };
        },
        () => local.hit(key, limit, windowSeconds),
      ),
  };
}
