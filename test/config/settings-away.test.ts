import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Redis } from "ioredis";
import { setConfigKey } from "#libs/contracts/config/index.ts";
import { systemTimers, useTimers } from "#libs/kernel/timers.ts";
import { settingsBackup } from "#libs/platform/config/settings-backup.ts";
import { configService } from "#services/config/config.service.ts";
import { startTestGateway, type TestGateway, untilReady } from "../gateway/fixture.ts";
import { work } from "../gateway/fixture-contracts.ts";
import { actAs } from "../support/act-as.ts";
import { eventually } from "../support/eventually.ts";
import { type RedisServer, startRedisServer } from "../support/redis-server.ts";
import { disposeRuntime } from "../support/runtime.ts";

let aheadMs = 0;
useTimers({
  ...systemTimers,
  elapsedMs: () => performance.now() + aheadMs,
  after(milliseconds, callback, keepAlive) {
    const timer = setTimeout(callback, milliseconds);
    if (!keepAlive) timer.unref();
    return () => clearTimeout(timer);
  },
});

describe("LOD-11 without the config service", () => {
  let redis: RedisServer;
  let gateway: TestGateway;
  beforeAll(async () => {
    redis = await startRedisServer();
    gateway = await startTestGateway({ env: { redisUrl: redis.url } });
    gateway.broker.createService(configService(gateway.runtime));
    await untilReady(gateway);
    await eventually(() => expect(gateway.runtime.config.revision()).not.toBe(""));
  });
  afterAll(async () => {
    await gateway.broker.stop();
    await disposeRuntime(gateway.runtime, ["config"]);
    await redis.dispose();
  });

  const payOf = async () => (await gateway.send("POST", "/tasks", { token: gateway.token(), body: {} })).status;
  const readOf = async () => (await gateway.send("GET", "/search")).status;
  const health = async () => (await fetch(`${gateway.origin}/health/ready`)).json();
  const setKey = (key: string, value: unknown) =>
    actAs(gateway.broker, gateway.runtime, { roles: ["SUPER_ADMIN"] }).call(setConfigKey, { key, value });

  it("LOD-11 the config service stores a settings backup beside the counters, sealed and without secrets", async () => {
    await setKey("provider.email_secret", "s3cret");
    await setKey("dm.timeout_hours", 72);
    const client = new Redis(redis.url);
    const texts = await Promise.all((await client.keys("*settings")).map((key) => client.get(key)));
    client.disconnect();
    expect(texts).toEqual([expect.not.stringContaining("timeout")]);
    expect((await settingsBackup(gateway.runtime).find())?.values).toEqual([
      expect.objectContaining({ key: "dm.timeout_hours", value: 72 }),
    ]);
  });

  it("LOD-11 a process is degraded after ten seconds, reads newer settings from the backup, and moves no money after a minute", async () => {
    const { broker, runtime } = gateway;
    await broker.destroyService(broker.getLocalService("config"));
    expect([await payOf(), await readOf(), await health()]).toEqual([200, 200, { success: true, data: { status: "ready" } }]);

    aheadMs += 11_000;
    const warnings = [{ part: "settings", i18nKey: "error.service_unavailable" }];
    expect([await payOf(), await readOf(), await health()]).toEqual([200, 200, { success: true, data: { status: "degraded", warnings } }]);
    const backup = await settingsBackup(runtime).find();
    if (!backup) throw new Error("no settings are kept");
    const [store = "", number = ""] = backup.revision.split(".");
    const values = [{ key: "dm.timeout_hours", scope: null, value: 96 }];
    await settingsBackup(runtime).keep({ ...backup, revision: `${store}.${Number(number) + 1}`, values });
    await eventually(() => expect(runtime.config.read("dm.timeout_hours")).toBe(96));
    expect(runtime.config.read("provider.email_secret")).toBe("s3cret");

    aheadMs += 50_000;
    expect([await payOf(), await readOf()]).toEqual([503, 200]);
    const unavailable = { type: "error.service_unavailable", code: 503 };
    await expect(actAs(broker, runtime).call(work, {})).rejects.toMatchObject(unavailable);
  });

  it("LOD-11 money moves again when the service answers", async () => {
    gateway.broker.createService(configService(gateway.runtime));
    await eventually(async () => expect(await payOf()).toBe(200));
    expect(await health()).toEqual({ success: true, data: { status: "ready" } });
  });
});
