import { type Clock, SECOND } from "#libs/kernel/clock.ts";
import type { QuotaCounter, QuotaSlot } from "./counter-store.ts";
import type { RedisLink } from "./redis-link.ts";

/**
 * KEYS: the slots. ARGV: one limit for each, one known count ("" when unknown) for each, milliseconds to live. Answers {"taken"},
 * {"exhausted", index} or {"unknown", index …}. It writes only in the first case, and the known counts.
 */
const TAKE = `
local slots = #KEYS
local unknown = {"unknown"}
for i = 1, slots do
  if redis.call("EXISTS", KEYS[i]) == 0 then
    local known = ARGV[slots + i]
    if known == "" then table.insert(unknown, tostring(i - 1))
    else redis.call("SET", KEYS[i], known, "PX", ARGV[2 * slots + 1]) end
  end
end
if #unknown > 1 then return unknown end
for i = 1, slots do
  if tonumber(redis.call("GET", KEYS[i]) or "0") >= tonumber(ARGV[i]) then return {"exhausted", tostring(i - 1)} end
end
for i = 1, slots do redis.call("INCR", KEYS[i]) end
return {"taken"}`;

const GIVE_BACK = `
for i = 1, #KEYS do
  if tonumber(redis.call("GET", KEYS[i]) or "0") > 0 then redis.call("DECR", KEYS[i]) end
end`;

/** A count may vanish between the query and its seeding, for example by a flush; so the script is tried several times. */
const ATTEMPTS = 3;

interface QuotaOptions {
  readonly link: RedisLink;
  readonly prefix: string;
  readonly clock: Clock;
}

/** All slots or none, by one atomic script. Throws CountersUnavailable when Redis is away. */
export function redisQuotas({ link, prefix, clock }: QuotaOptions): QuotaCounter {
  const named = (slots: readonly Pick<QuotaSlot, "key">[]) => slots.map(({ key }) => `${prefix}${key}`);

  return {
    async take(slots, expiresAt) {
      const livesMs = Math.max(SECOND, expiresAt.getTime() - clock.now().getTime());
      const limits = slots.map(({ limit }) => limit);
      const counts: (number | "")[] = slots.map(() => "");
      for (let attempt = 1; ; attempt += 1) {
        const keys = named(slots);
        const [outcome, ...indexes] = (await link.run((client) =>
          client.eval(TAKE, keys.length, ...keys, ...limits, ...counts, livesMs),
        )) as string[];
        if (outcome === "taken") return null;
        if (outcome === "exhausted") return Number(indexes[0]);
        if (attempt === ATTEMPTS) throw new Error("the counters of a quota vanish while they are seeded");
        for (const index of indexes.map(Number)) counts[index] = (await slots[index]?.recount()) ?? 0;
      }
    },
    async giveBack(slots) {
      const keys = named(slots);
      await link.run((client) => client.eval(GIVE_BACK, keys.length, ...keys));
    },
  };
}
