import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { pino } from "pino";
import { DAY, HOUR, shiftableClock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { CounterStore, QuotaSlot } from "#libs/platform/counters/counter-store.ts";
import { memoryCounters } from "#libs/platform/counters/memory-counters.ts";
import { redisCounters } from "#libs/platform/counters/redis-counters.ts";
import { eventually } from "../support/eventually.ts";
import { type RedisServer, startRedisCluster, startRedisServer } from "../support/redis-server.ts";

interface Opened {
  readonly counters: CounterStore;
  /** Another process over the same store. */
  readonly second: CounterStore;
  close(): Promise<void>;
}

const clock = shiftableClock();

async function openMemory(): Promise<Opened> {
  const counters = memoryCounters({ clock });
  return { counters, second: counters, close: () => counters.close() };
}

async function openRedis(start: () => Promise<RedisServer>): Promise<Opened> {
  const server = await start();
  const open = () => redisCounters({ url: server.url, namespace: "test", logger: pino({ level: "silent" }), clock, key: "a key" });
  const [counters, second] = [open(), open()];
  await eventually(async () => expect([await counters.ping(), await second.ping()]).toEqual([true, true]));
  return {
    counters,
    second,
    async close() {
      await Promise.all([counters.close(), second.close()]);
      await server.dispose();
    },
  };
}

const inAnHour = () => new Date(clock.now().getTime() + HOUR);
/** Keys of slots that are taken together: they share a hash tag. */
const keysOfOne = (count: number) => {
  const owner = uuid();
  return Array.from({ length: count }, () => `{${owner}}:${uuid()}`) as [string, ...string[]];
};
const slot = (key: string, limit: number, known = 0): QuotaSlot => ({ key, limit, recount: async () => known });

describe.each([
  ["memory", openMemory],
  ["redis", () => openRedis(startRedisServer)],
  ["a redis cluster", () => openRedis(startRedisCluster)],
] as const)("counters in %s", (_name, open) => {
  let opened: Opened;
  let counters: CounterStore;
  let second: CounterStore;

  beforeAll(async () => {
    opened = await open();
    ({ counters, second } = opened);
  });
  afterAll(() => opened.close());

  it("answers a ping", async () => {
    expect(await counters.ping()).toBe(true);
  });

  describe("rates", () => {
    it("D8 rates allow N hits and refuse hit N + 1", async () => {
      const key = uuid();
      const uses = [];
      for (let hit = 0; hit < 4; hit += 1) uses.push(await counters.rates.hit(key, 3, 60));
      expect(uses.map(({ allowed }) => allowed)).toEqual([true, true, true, false]);
      expect(uses.map(({ left }) => left)).toEqual([2, 1, 0, 0]);
      for (const { resetMs } of uses) {
        expect(resetMs).toBeGreaterThan(58_000);
        expect(resetMs).toBeLessThanOrEqual(60_000);
      }
    });

    it("THR-20 rates allow exactly N of many parallel hits from two processes", async () => {
      const key = uuid();
      const hits = Array.from({ length: 40 }, (_, index) => (index % 2 ? counters : second).rates.hit(key, 10, 60));
      expect((await Promise.all(hits)).filter(({ allowed }) => allowed)).toHaveLength(10);
    });

    it("THR-16 rates start a new window after the first one has ended", async () => {
      const key = uuid();
      await counters.rates.hit(key, 1, 1);
      const { allowed, resetMs } = await counters.rates.hit(key, 1, 1);
      expect(allowed).toBe(false);
      expect(resetMs).toBeLessThanOrEqual(1_000);
      await eventually(async () => expect((await counters.rates.hit(key, 1, 1)).allowed).toBe(true));
    });

    it("THR-14 rates count each key separately", async () => {
      const [one, other] = [uuid(), uuid()];
      await counters.rates.hit(one, 1, 60);
      expect((await counters.rates.hit(one, 1, 60)).allowed).toBe(false);
      expect((await counters.rates.hit(other, 1, 60)).allowed).toBe(true);
    });

    it("THR-23 rates apply a changed limit to the current window", async () => {
      const key = uuid();
      for (let hit = 0; hit < 3; hit += 1) await counters.rates.hit(key, 2, 60);
      expect((await counters.rates.hit(key, 10, 60)).allowed).toBe(true);
      expect((await counters.rates.hit(key, 3, 60)).allowed).toBe(false);
    });
  });

  describe("cache", () => {
    it("the cache is read by every process until the entry expires", async () => {
      const key = uuid();
      expect(await second.cache.get(key)).toBeNull();
      await counters.cache.put(key, "text", 1);
      expect(await second.cache.get(key)).toBe("text");
      await eventually(async () => expect(await second.cache.get(key)).toBeNull());
    });

    it("the cache keeps the last value of a key", async () => {
      const key = uuid();
      for (const text of ["first", "second"]) await counters.cache.put(key, text, 60);
      expect(await counters.cache.get(key)).toBe("second");
    });
  });

  describe("quotas", () => {
    it("quotas take all slots or none, and name the first exhausted one", async () => {
      const [user, pair = "", otherPair = "", third = ""] = keysOfOne(4);
      expect(await counters.quotas.take([slot(user, 2), slot(pair, 1)], inAnHour())).toBeNull();
      expect(await counters.quotas.take([slot(user, 2), slot(pair, 1)], inAnHour())).toBe(1);
      expect(await counters.quotas.take([slot(user, 2), slot(otherPair, 1)], inAnHour())).toBeNull();
      expect(await counters.quotas.take([slot(user, 2), slot(third, 1)], inAnHour())).toBe(0);
    });

    it("quotas take nothing when one slot is exhausted", async () => {
      const [user, pair = ""] = keysOfOne(2);
      await counters.quotas.take([slot(pair, 1)], inAnHour());
      for (let attempt = 0; attempt < 3; attempt += 1) {
        expect(await counters.quotas.take([slot(user, 1), slot(pair, 1)], inAnHour())).toBe(1);
      }
      expect(await counters.quotas.take([slot(user, 1)], inAnHour())).toBeNull();
    });

    it("quotas give exactly the limit to parallel callers in two processes", async () => {
      const [user, ...pairs] = keysOfOne(31);
      const takers = pairs.map((pair, index) => (index % 2 ? counters : second).quotas.take([slot(user, 5), slot(pair, 1)], inAnHour()));
      expect((await Promise.all(takers)).filter((refused) => refused === null)).toHaveLength(5);
    });

    it("quotas give slots back, never below zero", async () => {
      const key = uuid();
      await counters.quotas.take([slot(key, 1)], inAnHour());
      await counters.quotas.giveBack([{ key }]);
      await counters.quotas.giveBack([{ key }]);
      expect(await counters.quotas.take([slot(key, 1)], inAnHour())).toBeNull();
      expect(await counters.quotas.take([slot(key, 1)], inAnHour())).toBe(0);
    });

    it("E8 quotas recount an unknown slot once", async () => {
      const key = uuid();
      let asked = 0;
      const counted: QuotaSlot = {
        key,
        limit: 5,
        async recount() {
          asked += 1;
          return 4;
        },
      };
      expect(await counters.quotas.take([counted], inAnHour())).toBeNull();
      expect(await counters.quotas.take([counted], inAnHour())).toBe(0);
      expect(asked).toBe(1);
    });

    it("E8 quotas give the remaining slots to parallel callers after a recount", async () => {
      const key = uuid();
      const takers = Array.from({ length: 10 }, (_, index) => (index % 2 ? counters : second).quotas.take([slot(key, 5, 3)], inAnHour()));
      expect((await Promise.all(takers)).filter((refused) => refused === null)).toHaveLength(2);
    });

    it("quotas expire at their instant", async () => {
      const key = uuid();
      await counters.quotas.take([slot(key, 1)], new Date(clock.now().getTime() + 1_000));
      expect(await counters.quotas.take([slot(key, 1)], inAnHour())).toBe(0);
      await eventually(async () => expect(await counters.quotas.take([slot(key, 1)], inAnHour())).toBeNull());
    });
  });

  describe("replays", () => {
    it("replays let one of many parallel requests with one key run", async () => {
      const key = uuid();
      const begun = Array.from({ length: 20 }, (_, index) => (index % 2 ? counters : second).replays.begin(key, "print", 30));
      const states = (await Promise.all(begun)).map(({ state }) => state);
      expect(states.filter((state) => state === "fresh")).toHaveLength(1);
      expect(states.filter((state) => state === "running")).toHaveLength(19);
    });

    it("IDM-01 replays repeat the first answer", async () => {
      const key = uuid();
      await counters.replays.begin(key, "print", 30);
      await counters.replays.finish(key, "print", { status: 201, body: '{"ü":1}' }, DAY / 1_000);
      expect(await second.replays.begin(key, "print", 30)).toEqual({
        state: "answered",
        fingerprint: "print",
        status: 201,
        body: '{"ü":1}',
      });
    });

    it("IDM-05 replays free an abandoned key", async () => {
      const key = uuid();
      await counters.replays.begin(key, "print", 30);
      await counters.replays.abandon(key);
      expect(await second.replays.begin(key, "other", 30)).toEqual({ state: "fresh" });
    });

    it("replays free the key of a request that never ended", async () => {
      const key = uuid();
      await counters.replays.begin(key, "print", 1);
      expect(await counters.replays.begin(key, "print", 1)).toMatchObject({ state: "running" });
      await eventually(async () => expect(await counters.replays.begin(key, "print", 30)).toEqual({ state: "fresh" }));
    });
  });
});
