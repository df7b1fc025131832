import type { Clock } from "#libs/kernel/clock.ts";
import type { Replay, ReplayStore } from "./counter-store.ts";
import { memoryReplays } from "./memory-counters.ts";
import { type RedisLink, sharedOrLocal } from "./redis-link.ts";

/** KEYS: the key. ARGV: what to store when it is free, seconds to live. Answers what was there, or nil. */
const BEGIN = `
local known = redis.call("GET", KEYS[1])
if known then return known end
redis.call("SET", KEYS[1], ARGV[1], "EX", ARGV[2])
return nil`;

interface ReplayOptions {
  readonly link: RedisLink;
  readonly prefix: string;
  readonly clock: Clock;
}

/** First answers shared by every gateway; while Redis is unavailable, each process keeps its own. */
export function redisReplays({ link, prefix, clock }: ReplayOptions): ReplayStore {
  const local = memoryReplays(clock);

  return {
    async begin(key, fingerprint, runningSeconds) {
      // An answer of this process from an outage of Redis stays valid afterwards.
      if (local.knows(key)) return local.begin(key, fingerprint, runningSeconds);
      const mark: Replay = { state: "running", fingerprint };
      return sharedOrLocal(
        async () => {
          const known = await link.run((client) => client.eval(BEGIN, 1, prefix + key, JSON.stringify(mark), runningSeconds));
          return typeof known === "string" ? (JSON.parse(known) as Replay) : { state: "fresh" };
        },
        () => local.begin(key, fingerprint, runningSeconds),
      );
    },
    async finish(key, fingerprint, answer, keepSeconds) {
      const replay: Replay = { state: "answered", fingerprint, ...answer };
      if (local.knows(key)) await local.finish(key, fingerprint, answer, keepSeconds);
      await sharedOrLocal(
        async () => void (await link.run((client) => client.set(prefix + key, JSON.stringify(replay), "EX", keepSeconds))),
        () => local.finish(key, fingerprint, answer, keepSeconds),
      );
    },
    async abandon(key) {
      await local.abandon(key);
      await sharedOrLocal(
        async () => void (await link.run((client) => client.del(prefix + key))),
        async () => undefined,
      );
    },
  };
}
