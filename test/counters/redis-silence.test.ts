import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { pino } from "pino";
import { MINUTE, SECOND, systemClock } from "#libs/kernel/clock.ts";
import { systemTimers, useTimers } from "#libs/kernel/timers.ts";
import type { CounterStore } from "#libs/platform/counters/counter-store.ts";
import { redisCounters } from "#libs/platform/counters/redis-counters.ts";
import { eventually } from "../support/eventually.ts";
import { type ManualTimers, manualTimers } from "../support/manual-timers.ts";
import { onRedis, type RedisServer, startRedisCluster, startRedisServer } from "../support/redis-server.ts";
import { type SilentProxy, silentProxy } from "../support/silent-proxy.ts";

describe.each([
  ["Redis", "redis", startRedisServer],
  ["a Redis cluster", "redis-cluster", startRedisCluster],
] as const)("connections to %s", (_name, scheme, start) => {
  let server: RedisServer;
  let proxy: SilentProxy;
  let counters: CounterStore;
  let timers: ManualTimers;

  beforeEach(async () => {
    timers = manualTimers();
    useTimers(timers);
    server = await start();
    proxy = await silentProxy(server.port);
    // The node of a cluster says where it is.
    if (scheme === "redis-cluster") await onRedis(server, (client) => client.config("SET", "cluster-announce-port", String(proxy.port)));
    const url = `${scheme}://127.0.0.1:${proxy.port}`;
    counters = redisCounters({ url, namespace: "t", logger: pino({ level: "silent" }), clock: systemClock, key: "a key" });
    await eventually(async () => expect(await counters.ping()).toBe(true));
  });
  afterEach(async () => {
    await counters.close();
    await proxy.close();
    await server.dispose();
    useTimers(systemTimers);
  });

  it("E9 one that falls silent while commands wait is replaced, also before it has ever answered", async () => {
    proxy.silence();
    const before = proxy.connections;
    expect(await counters.ping()).toBe(false);
    await eventually(async () => {
      await timers.pass(SECOND);
      expect(proxy.connections).toBeGreaterThan(before);
    });
    proxy.speak();
    await eventually(async () => {
      await timers.pass(SECOND);
      expect(await counters.ping()).toBe(true);
    });
  });

  it("E9 one that is idle stays, and so does one that answers", async () => {
    const before = proxy.connections;
    await timers.pass(MINUTE);
    for (let second = 0; second < 10; second += 1) {
      const [answered] = await Promise.all([counters.ping(), timers.pass(SECOND)]);
      expect(answered).toBe(true);
    }
    expect(proxy.connections).toBe(before);
  });
});
