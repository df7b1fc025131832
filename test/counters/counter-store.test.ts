import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { pino } from "pino";
import type { CounterStore, QuotaSlot } from "#libs/counters/counter-store.ts";
import { memoryCounters } from "#libs/counters/memory-counters.ts";
import { redisCounters } from "#libs/counters/redis-counters.ts";
import { DAY, HOUR, shiftableClock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "#test/support/eventually.ts";
import { type RedisServer, startRedisServer } from "#test/support/redis-server.ts";

interface Opened {
  readonly counters: CounterStore;
  /** Another process over the same store. */
  readonly neighbour: CounterStore;
  close(): Promise<void>;
}

const clock = shiftableClock();

async function openMemory(): Promise<Opened> {
  const counters = memoryCounters({ clock });
  return { counters, neighbour: counters, close: () => counters.close() };
}

async function openRedis(): Promise<Opened> {
  const server: RedisServer = await startRedisServer();
  const open = () => redisCounters({ url: server.url, namespace: "test", logger: pino({ level: "silent" }), clock });
  const [counters, neighbour] = [open(), open()];
  await eventually(async () => expect([await counters.ping(), await neighbour.ping()]).toEqual([true, true]));
  return {
    counters,
    neighbour,
    async close() {
      await Promise.all([counters.close(), neighbour.close()]);
      await server.dispose();
    },
  };
}

const inAnHour = () => new Date(clock.now().getTime() + HOUR);
const slot = (key: string, limit: number, known = 0): QuotaSlot => ({ key, limit, recount: async () => known });

describe.each([
  ["memory", openMemory],
  ["redis", openRedis],
] as const)("counters in %s", (_name, open) => {
  let opened: Opened;
  let counters: CounterStore;
  let neighbour: CounterStore;

  beforeAll(async () => {
    opened = await open();
    ({ counters, neighbour } = opened);
  });
  afterAll(() => opened.close());

  it("answers to ping", async () => {
    expect(await counters.ping()).toBe(true);
  });

  describe("rates", () => {
    it("D8 allow N hits and refuse hit N+1", async () => {
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

    it("THR-20 allow exactly N of many parallel hits over two processes", async () => {
      const key = uuid();
      const hits = Array.from({ length: 40 }, (_, index) => (index % 2 ? counters : neighbour).rates.hit(key, 10, 60));
      expect((await Promise.all(hits)).filter(({ allowed }) => allowed)).toHaveLength(10);
    });

    it("THR-16 start a new window when the first one has ended", async () => {
      const key = uuid();
      await counters.rates.hit(key, 1, 1);
      const { allowed, resetMs } = await counters.rates.hit(key, 1, 1);
      expect(allowed).toBe(false);
      expect(resetMs).toBeLessThanOrEqual(1_000);
      await eventually(async () => expect((await counters.rates.hit(key, 1, 1)).allowed).toBe(true));
    });

    it("THR-14 count keys apart", async () => {
      const [one, other] = [uuid(), uuid()];
      await counters.rates.hit(one, 1, 60);
      expect((await counters.rates.hit(one, 1, 60)).allowed).toBe(false);
      expect((await counters.rates.hit(other, 1, 60)).allowed).toBe(true);
    });

    it("THR-23 judge a running window by the limit of the moment", async () => {
      const key = uuid();
      for (let hit = 0; hit < 3; hit += 1) await counters.rates.hit(key, 2, 60);
      expect((await counters.rates.hit(key, 10, 60)).allowed).toBe(true);
      expect((await counters.rates.hit(key, 3, 60)).allowed).toBe(false);
    });
  });

  describe("memos", () => {
    it("are read by every process until they vanish", async () => {
      const key = uuid();
      expect(await neighbour.memos.get(key)).toBeNull();
      await counters.memos.put(key, "text", 1);
      expect(await neighbour.memos.get(key)).toBe("text");
      await eventually(async () => expect(await neighbour.memos.get(key)).toBeNull());
    });

    it("the last one put is kept", async () => {
      const key = uuid();
      for (const text of ["first", "second"]) await counters.memos.put(key, text, 60);
      expect(await counters.memos.get(key)).toBe("second");
    });
  });

  describe("quotas", () => {
    it("take all slots or none, and name the first exhausted one", async () => {
      const [user, pair, otherPair] = [uuid(), uuid(), uuid()];
      expect(await counters.quotas.take([slot(user, 2), slot(pair, 1)], inAnHour())).toBeNull();
      expect(await counters.quotas.take([slot(user, 2), slot(pair, 1)], inAnHour())).toBe(1);
      expect(await counters.quotas.take([slot(user, 2), slot(otherPair, 1)], inAnHour())).toBeNull();
      expect(await counters.quotas.take([slot(user, 2), slot(uuid(), 1)], inAnHour())).toBe(0);
    });

    it("a refusal takes nothing", async () => {
      const [user, pair] = [uuid(), uuid()];
      await counters.quotas.take([slot(pair, 1)], inAnHour());
      for (let attempt = 0; attempt < 3; attempt += 1) {
        expect(await counters.quotas.take([slot(user, 1), slot(pair, 1)], inAnHour())).toBe(1);
      }
      expect(await counters.quotas.take([slot(user, 1)], inAnHour())).toBeNull();
    });

    it("parallel takers over two processes get exactly the limit", async () => {
      const user = uuid();
      const takers = Array.from({ length: 30 }, (_, index) =>
        (index % 2 ? counters : neighbour).quotas.take([slot(user, 5), slot(uuid(), 1)], inAnHour()),
      );
      expect((await Promise.all(takers)).filter((refused) => refused === null)).toHaveLength(5);
    });

    it("give back what was taken, never below nothing", async () => {
      const key = uuid();
      await counters.quotas.take([slot(key, 1)], inAnHour());
      await counters.quotas.giveBack([{ key }]);
      await counters.quotas.giveBack([{ key }]);
      expect(await counters.quotas.take([slot(key, 1)], inAnHour())).toBeNull();
      expect(await counters.quotas.take([slot(key, 1)], inAnHour())).toBe(0);
    });

    it("E8 an unknown count is asked for, once", async () => {
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

    it("E8 parallel takers of an unknown count get what is left of it", async () => {
      const key = uuid();
      const takers = Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? counters : neighbour).quotas.take([slot(key, 5, 3)], inAnHour()),
      );
      expect((await Promise.all(takers)).filter((refused) => refused === null)).toHaveLength(2);
    });

    it("are forgotten at their instant", async () => {
      const key = uuid();
      await counters.quotas.take([slot(key, 1)], new Date(clock.now().getTime() + 1_000));
      expect(await counters.quotas.take([slot(key, 1)], inAnHour())).toBe(0);
      await eventually(async () => expect(await counters.quotas.take([slot(key, 1)], inAnHour())).toBeNull());
    });
  });

  describe("replays", () => {
    it("let one of many parallel requests run", async () => {
      const key = uuid();
      const begun = Array.from({ length: 20 }, (_, index) => (index % 2 ? counters : neighbour).replays.begin(key, "print", 30));
      const states = (await Promise.all(begun)).map(({ state }) => state);
      expect(states.filter((state) => state === "fresh")).toHaveLength(1);
      expect(states.filter((state) => state === "running")).toHaveLength(19);
    });

    it("IDM-01 answer with the first answer", async () => {
      const key = uuid();
      await counters.replays.begin(key, "print", 30);
      await counters.replays.finish(key, "print", { status: 201, body: '{"ü":1}' }, DAY / 1_000);
      expect(await neighbour.replays.begin(key, "print", 30)).toEqual({
        state: "answered",
        fingerprint: "print",
        status: 201,
        body: '{"ü":1}',
      });
    });

    it("IDM-05 forget what was abandoned", async () => {
      const key = uuid();
      await counters.replays.begin(key, "print", 30);
      await counters.replays.abandon(key);
      expect(await neighbour.replays.begin(key, "other", 30)).toEqual({ state: "fresh" });
    });

    it("give up a request that never ended", async () => {
      const key = uuid();
      await counters.replays.begin(key, "print", 1);
      expect(await counters.replays.begin(key, "print", 1)).toMatchObject({ state: "running" });
      await eventually(async () => expect(await counters.replays.begin(key, "print", 30)).toEqual({ state: "fresh" }));
    });
  });
});
