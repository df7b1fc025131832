import type { Clock } from "#libs/kernel/clock.ts";
import type { Replay, ReplayStore } from "./counter-store.ts";
import { memoryReplays } from "./memory-counters.ts";
import { type RedisLink, sharedOrOwn } from "./redis-link.ts";

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

/** First answers shared by every gateway; while Redis is away this process remembers its own. */
export function redisReplays({ link, prefix, clock }: ReplayOptions): ReplayStore {
  const own = memoryReplays(clock);

  return {
    async begin(key, fingerprint, runningSeconds) {
      // What this process answered while Redis was away stays valid when it is back.
      if (own.knows(key)) return own.begin(key, fingerprint, runningSeconds);
      const mark: Replay = { state: "running", fingerprint };
      return sharedOrOwn(
        async () => {
          const known = await link.run((client) => client.eval(BEGIN, 1, prefix + key, JSON.stringify(mark), runningSeconds));
          return typeof known === "string" ? (JSON.parse(known) as Replay) : { state: "fresh" };
        },
        () => own.begin(key, fingerprint, runningSeconds),
      );
    },
    async finish(key, fingerprint, answer, keepSeconds) {
      const replay: Replay = { state: "answered", fingerprint, ...answer };
      if (own.knows(key)) await own.finish(key, fingerprint, answer, keepSeconds);
      await sharedOrOwn(
        async () => void (await link.run((client) => client.set(prefix + key, JSON.stringify(replay), "EX", keepSeconds))),
        () => own.finish(key, fingerprint, answer, keepSeconds),
      );
    },
    async abandon(key) {
      await own.abandon(key);
      await sharedOrOwn(
        async () => void (await link.run((client) => client.del(prefix + key))),
        async () => undefined,
      );
    },
  };
}
