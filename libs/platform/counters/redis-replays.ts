import type { Clock } from "#libs/kernel/clock.ts";
import { constantTimeEqual, hmacBase64Url } from "#libs/kernel/secrets.ts";
import type { Logger } from "#libs/platform/log/logger.ts";
import { CountersUnavailable, type Replay, type ReplayStore } from "./counter-store.ts";
import { memoryReplays } from "./memory-counters.ts";
import { type RedisLink, sharedOrLocal } from "./redis-link.ts";

/**
 * KEYS: the key. ARGV: the value to store when the key is free, seconds to live, a text that counts as free. Answers the previous value, or
 * nil.
 */
const BEGIN = `
local known = redis.call("GET", KEYS[1])
if known and known ~= ARGV[3] then return known end
redis.call("SET", KEYS[1], ARGV[1], "EX", ARGV[2])
return nil`;

/** An attacker who writes forgeries faster than they are replaced must not hold a request up. */
const ATTEMPTS = 3;

type Stored = Exclude<Replay, { readonly state: "fresh" }>;

interface ReplayOptions {
  readonly link: RedisLink;
  readonly prefix: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Key of the codes (HMAC) that prove that this platform stored an answer: a user gets no other answer. */
  readonly key: string;
}

/**
 * First answers shared by every gateway; while Redis is unavailable, each process stores its own. An answer that another program wrote in
 * Redis, or moved there from another key, counts as absent.
 */
export function redisReplays({ link, prefix, clock, logger, key: secret }: ReplayOptions): ReplayStore {
  const local = memoryReplays(clock);
  const codes = replayCodes(secret);

  const beginShared = async (key: string, mark: Replay, seconds: number): Promise<Replay> => {
    let forged = "";
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const known = await link.run((client) => client.eval(BEGIN, 1, prefix + key, codes.sealed(key, mark), seconds, forged));
      if (typeof known !== "string") return { state: "fresh" };
      const stored = codes.opened(key, known);
      if (stored) return stored;
      forged = known;
      logger.warn("stored answer not written by this platform; it counts as absent");
    }
    throw new CountersUnavailable();
  };

  return {
    async begin(key, fingerprint, runningSeconds) {
      // An answer that this process stored during an outage of Redis stays valid afterwards.
      if (local.knows(key)) return local.begin(key, fingerprint, runningSeconds);
      const mark: Replay = { state: "running", fingerprint };
      return sharedOrLocal(
        link,
        () => beginShared(key, mark, runningSeconds),
        () => local.begin(key, fingerprint, runningSeconds),
      );
    },
    async finish(key, fingerprint, answer, keepSeconds) {
      const replay: Replay = { state: "answered", fingerprint, ...answer };
      if (local.knows(key)) await local.finish(key, fingerprint, answer, keepSeconds);
      await sharedOrLocal(
        link,
        async () => void (await link.run((client) => client.set(prefix + key, codes.sealed(key, replay), "EX", keepSeconds))),
        () => local.finish(key, fingerprint, answer, keepSeconds),
      );
    },
    async abandon(key) {
      await local.abandon(key);
      await sharedOrLocal(
        link,
        async () => void (await link.run((client) => client.del(prefix + key))),
        async () => undefined,
      );
    },
  };
}

interface ReplayCodes {
  sealed(key: string, replay: Replay): string;
  /** Null when the text was not sealed for this key. */
  opened(key: string, text: string): Stored | null;
}

function replayCodes(secret: string): ReplayCodes {
  const codeOf = (key: string, { state, ...rest }: Replay) => {
    const { fingerprint = null, status = null, body = null } = rest as Partial<Record<"fingerprint" | "status" | "body", unknown>>;
    return hmacBase64Url(secret, JSON.stringify([key, state, fingerprint, status, body]));
  };
  return {
    sealed: (key, replay) => JSON.stringify({ ...replay, code: codeOf(key, replay) }),
    opened(key, text) {
      try {
        const { code, ...replay } = JSON.parse(text) as Stored & { readonly code?: unknown };
        return constantTimeEqual(String(code), codeOf(key, replay)) ? replay : null;
      } catch {
        return null;
      }
    },
  };
}
