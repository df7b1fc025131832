import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { Redis } from "ioredis";
import { pino } from "pino";
import { HOUR, systemClock } from "#libs/kernel/clock.ts";
import { type CounterStore, CountersUnavailable, type QuotaSlot } from "#libs/platform/counters/counter-store.ts";
import { redisCounters } from "#libs/platform/counters/redis-counters.ts";
import { eventually } from "../support/eventually.ts";
import { type RedisServer, startRedisCluster, startRedisServer } from "../support/redis-server.ts";
import { within } from "../support/within.ts";

describe.each([
  ["Redis", startRedisServer],
  ["a Redis cluster", startRedisCluster],
] as const)("counters while %s fails", (_name, start) => {
  let server: RedisServer;
  let counters: CounterStore;

  beforeEach(async () => {
    server = await start();
    counters = redisCounters({ url: server.url, namespace: "t", logger: pino({ level: "silent" }), clock: systemClock, key: "a key" });
    await eventually(async () => expect(await counters.ping()).toBe(true));
  });
  afterEach(async () => {
    await counters.close();
    await server.dispose();
  });

  const inAnHour = () => new Date(Date.now() + HOUR);
  const slot = (known: number): QuotaSlot => ({ key: "fan", limit: 5, recount: async () => known });

  it("E7 quotas throw, and rates, replays and cache work within the process", async () => {
    await server.stop("SIGKILL");
    expect(await counters.ping()).toBe(false);
    await expect(counters.quotas.take([slot(0)], inAnHour())).rejects.toThrow(CountersUnavailable);
    const uses = [];
    for (let hit = 0; hit < 3; hit += 1) uses.push(await counters.rates.hit("key", 2, 60));
    expect(uses.map(({ allowed }) => allowed)).toEqual([true, true, false]);
    expect(await counters.replays.begin("key", "print", 30)).toEqual({ state: "fresh" });
    expect(await counters.replays.begin("key", "print", 30)).toMatchObject({ state: "running" });
    await counters.replays.finish("key", "print", { status: 200, body: "{}" }, 60);
    await counters.cache.put("key", "text", 60);
    expect(await counters.cache.get("key")).toBe("text");

    await server.start();
    await eventually(async () => expect(await counters.ping()).toBe(true));
    expect(await counters.quotas.take([slot(0)], inAnHour())).toBeNull();
    expect(await counters.replays.begin("key", "print", 30)).toMatchObject({ state: "answered" });
  });

  it("E8 a quota is recounted after a flush: there is no sixth free message", async () => {
    for (let taken = 0; taken < 5; taken += 1) expect(await counters.quotas.take([slot(taken)], inAnHour())).toBeNull();
    const client = new Redis(server.port);
    await client.flushall();
    client.disconnect();
    expect(await counters.quotas.take([slot(5)], inAnHour())).toBe(0);
  });

  it("E8 a rate whose counter has no end, because the process that began it is gone, gets one", async () => {
    const client = new Redis(server.port);
    await client.call("SET", "t:rate:key", "3");
    client.disconnect();
    expect(await counters.rates.hit("key", 10, 1)).toMatchObject({ allowed: true, left: 6 });
    await eventually(async () => expect((await counters.rates.hit("key", 10, 1)).left).toBe(9));
  });

  it("E9 an answer that arrived while the process was blocked is not late", async () => {
    const answer = counters.quotas.take([slot(0)], inAnHour());
    // The command is sent by now. The loop blocks while the answer arrives.
    await new Promise(setImmediate);
    const until = performance.now() + 600;
    while (performance.now() < until);
    expect(await answer).toBeNull();
  });

  it("E9 a frozen Redis counts as down within 250 ms, and the circuit stays open afterwards", async () => {
    await counters.rates.hit("key", 5, 60);
    server.pause();
    await expect(within(300, counters.quotas.take([slot(0)], inAnHour()))).rejects.toThrow(CountersUnavailable);
    expect((await within(50, counters.rates.hit("key", 5, 60))).allowed).toBe(true);
    server.resume();
    await eventually(async () => expect(await counters.quotas.take([slot(0)], inAnHour())).toBeNull());
  });
});

it("THR-22 a store that never answered counts as one that is down", async () => {
  const counters = redisCounters({
    url: "redis://127.0.0.1:1",
    namespace: "t",
    logger: pino({ level: "silent" }),
    clock: systemClock,
    key: "a key",
  });
  expect((await counters.rates.hit("key", 1, 60)).allowed).toBe(true);
  expect((await counters.rates.hit("key", 1, 60)).allowed).toBe(false);
  await counters.close();
});

it("BUS-12 an answer that another process wrote, changed or moved in Redis counts as absent, and the log has a line without it", async () => {
  const server = await startRedisServer();
  const lines: string[] = [];
  const logger = pino({ level: "warn" }, { write: (line) => void lines.push(line) });
  const { replays, close } = redisCounters({ url: server.url, namespace: "t", logger, clock: systemClock, key: "a key" });
  const somebody = new Redis(server.url);
  const answers = ["changed", "moved", "plain", "torn"];
  for (const name of [...answers, "mine"]) {
    await replays.begin(name, "print", 30);
    await replays.finish(name, "print", { status: 201, body: '{"paid":"5.00"}' }, 60);
  }
  const written = String(await somebody.get("t:replay:changed"));
  await somebody.set("t:replay:changed", written.replace("5.00", "9.00"));
  await somebody.set("t:replay:moved", String(await somebody.get("t:replay:mine")));
  await somebody.set("t:replay:plain", JSON.stringify({ state: "answered", fingerprint: "print", status: 201, body: "forged" }));
  await somebody.set("t:replay:torn", "forged");
  const states = async () => (await Promise.all(answers.map((name) => replays.begin(name, "print", 30)))).map(({ state }) => state);
  expect(await states()).toEqual(answers.map(() => "fresh"));
  expect(await states()).toEqual(answers.map(() => "running"));
  expect(await replays.begin("mine", "print", 30)).toEqual({
    state: "answered",
    fingerprint: "print",
    status: 201,
    body: '{"paid":"5.00"}',
  });
  expect(lines).toHaveLength(answers.length);
  expect(lines.join("")).not.toMatch(/forged|9\.00|5\.00/);
  somebody.disconnect();
  await close();
  await server.dispose();
});
