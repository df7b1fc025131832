import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { pino } from "pino";
import { HOUR, systemClock } from "#libs/kernel/clock.ts";
import { type CounterStore, CountersUnavailable, type QuotaSlot } from "#libs/platform/counters/counter-store.ts";
import { urlOfServer } from "#libs/platform/counters/redis-client.ts";
import { redisCounters } from "#libs/platform/counters/redis-counters.ts";
import { eventually } from "../support/eventually.ts";
import { failOver, limitMemory, makeReplica, onRedis, type RedisServer, startRedisServer } from "../support/redis-server.ts";

describe("counters while Redis changes roles or is full", () => {
  let named: RedisServer;
  let other: RedisServer;
  let counters: CounterStore;
  let lines: { readonly level: number; readonly msg: string }[];

  beforeEach(async () => {
    [named, other] = await Promise.all([startRedisServer(), startRedisServer()]);
    await makeReplica(other, named);
    lines = [];
    const logger = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    counters = redisCounters({ url: named.url, namespace: "t", logger, clock: systemClock, key: "a key" });
    await eventually(async () => expect(await counters.ping()).toBe(true));
  });
  afterEach(async () => {
    await counters.close();
    await Promise.all([named.dispose(), other.dispose()]);
  });

  const inAnHour = () => new Date(Date.now() + HOUR);
  const slot = (known: number): QuotaSlot => ({ key: "fan", limit: 5, recount: async () => known });

  const countOn = (server: RedisServer, key: string) => onRedis(server, (client) => client.get(key));

  it("FLD-28 the first write after a change of roles goes to the new primary, with one line in the log", async () => {
    for (let taken = 0; taken < 3; taken += 1) expect(await counters.quotas.take([slot(0)], inAnHour())).toBeNull();
    await counters.rates.hit("key", 3, 60);
    await eventually(async () => expect(await countOn(other, "t:quota:fan")).toBe("3"));
    await failOver(named, other);

    // At the same time, so that they share one change of connections.
    const [taken, hit] = await Promise.all([counters.quotas.take([slot(0)], inAnHour()), counters.rates.hit("key", 3, 60)]);
    expect([taken, hit.left]).toEqual([null, 1]);
    expect(await counters.quotas.take([slot(0)], inAnHour())).toBeNull();
    expect(await counters.quotas.take([slot(0)], inAnHour())).toBe(0);
    expect(await countOn(other, "t:quota:fan")).toBe("5");
    expect(await counters.replays.begin("key", "print", 30)).toEqual({ state: "fresh" });
    expect(await counters.replays.begin("key", "print", 30)).toMatchObject({ state: "running" });
    expect(lines.map(({ msg }) => msg)).toEqual(["counter store is a replica now; following its primary"]);
  });

  it("FLD-28 it follows back to the named server, also when the former primary has died", async () => {
    await failOver(named, other);
    expect(await counters.quotas.take([slot(0)], inAnHour())).toBeNull();
    await failOver(other, named);
    expect(await counters.quotas.take([slot(0)], inAnHour())).toBeNull();
    expect(await countOn(named, "t:quota:fan")).toBe("2");

    await failOver(named, other);
    expect(await counters.quotas.take([slot(0)], inAnHour())).toBeNull();
    await eventually(async () => expect(await countOn(named, "t:quota:fan")).toBe("3"));
    await other.stop("SIGKILL");
    await onRedis(named, (client) => client.replicaof("NO", "ONE"));
    await eventually(async () => expect(await counters.quotas.take([slot(0)], inAnHour())).toBeNull());
    expect(await countOn(named, "t:quota:fan")).toBe("4");
  });

  it("FLD-28 without a primary free messages are refused and rates count here, until there is one again", async () => {
    await failOver(named, other);
    await other.stop("SIGKILL");
    await expect(counters.quotas.take([slot(0)], inAnHour())).rejects.toThrow(CountersUnavailable);
    expect((await counters.rates.hit("key", 2, 60)).left).toBe(1);
    await onRedis(named, (client) => client.replicaof("NO", "ONE"));
    await eventually(async () => expect(await counters.quotas.take([slot(0)], inAnHour())).toBeNull());
  });

  it("FLD-32 a full server that evicts nothing refuses free messages, says that it is full, and recovers", async () => {
    await counters.quotas.take([slot(0)], inAnHour());
    await limitMemory(named, "noeviction", 1);
    await expect(counters.quotas.take([slot(1)], inAnHour())).rejects.toThrow(CountersUnavailable);
    await eventually(async () => expect(await counters.usedMemory()).toBeGreaterThan(0.95));
    expect((await counters.rates.hit("key", 2, 60)).left).toBe(1);
    expect(lines.map(({ msg }) => msg)).toEqual(["counter store is full; counting within this process and refusing free messages"]);

    await limitMemory(named, "noeviction", 100_000_000);
    await eventually(async () => expect(await counters.quotas.take([slot(1)], inAnHour())).toBeNull());
    expect(await counters.usedMemory()).toBeLessThan(0.95);
    await limitMemory(named, "noeviction", 0);
    expect(await counters.usedMemory()).toBeNull();
  });

  it("FLD-32 a full server that evicts the least used keys never makes a sixth free message", async () => {
    await limitMemory(named, "allkeys-lru", 6_000_000);
    let stored = 0;
    const quota = { key: "fan", limit: 5, recount: async () => stored };
    for (let round = 0; round < 12; round += 1) {
      const refused = await counters.quotas.take([quota], inAnHour());
      if (refused === null) stored += 1;
      await onRedis(named, async (client) => {
        for (let key = 0; key < 60; key += 1) await client.set(`filler ${round} ${key}`, "x".repeat(100_000));
      });
    }
    expect(stored).toBe(5);
    expect(await onRedis(named, (client) => client.info("stats"))).not.toContain("evicted_keys:0\r");
    expect(await counters.usedMemory()).toBeGreaterThan(0.9);
  });
});

describe("the primary of a replica", () => {
  it.each([
    ["redis://host:6379", "10.0.0.7", "6380", "redis://10.0.0.7:6380"],
    ["rediss://user:p%40ss@host/2?db=2", "10.0.0.7", "6380", "rediss://user:p%40ss@10.0.0.7:6380/2?db=2"],
    ["redis://:secret@host", "fd00::7", "6379", "redis://:secret@[fd00::7]:6379"],
    ["redis-cluster://a:1,b:2", "10.0.0.7", "6380", null],
  ])("FLD-28 the primary of %s at %s is reached as the named server was", (url, host, port, expected) => {
    expect(urlOfServer(url, host, port)).toBe(expected);
  });
});
