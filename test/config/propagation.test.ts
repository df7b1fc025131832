import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ServiceBroker } from "moleculer";
import { pino } from "pino";
import { callerSeals } from "#libs/contract-kit/caller.ts";
import { setCallerSeals } from "#libs/contract-kit/implement.ts";
import { clearConfigCache, getConfigKey, setConfigKey, setKillSwitch } from "#libs/contracts/config/index.ts";
import { AppErrorRegenerator } from "#libs/errors/app-error.ts";
import { networkOptions } from "#libs/platform/broker/broker-options.ts";
import { sealKeysOf } from "#libs/platform/bus/seal-keys.ts";
import { configSync } from "#libs/platform/config/config-sync.ts";
import { memoryStream } from "#libs/platform/events/memory-stream.ts";
import type { ServiceFactory } from "#libs/platform/service/loadable.ts";
import { configService } from "#services/config/config.service.ts";
import { type Actor, actAs, outcomeOf } from "../support/act-as.ts";
import { eventually } from "../support/eventually.ts";
import { type NatsServer, startNatsServer } from "../support/nats-server.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "../support/runtime.ts";

const WITHIN_MS = 2_000;

interface Node {
  readonly runtime: TestRuntime;
  readonly broker: ServiceBroker;
}

describe("settings in several processes over NATS", () => {
  let nats: NatsServer;
  let first: Node;
  let second: Node;
  let gateway: Node;
  let admin: Actor;

  const shared = { namespace: "propagation", databasePrefix: `p${Date.now()}_` };

  /** A node with a NATS connection of its own. Durable events stay in its memory: this test is about settings only. */
  const start = async (name: string, services: readonly ServiceFactory[]): Promise<Node> => {
    const stream = memoryStream({ logger: pino({ level: "silent" }) });
    const runtime = createTestRuntime({ ...shared, natsServers: [nats.url] }, { stream, process: name });
    setCallerSeals(callerSeals(sealKeysOf(runtime)));
    const broker = new ServiceBroker({
      ...networkOptions(runtime.env.namespace, runtime.bus),
      logger: false,
      errorRegenerator: new AppErrorRegenerator(),
      skipProcessEventRegistration: true,
      middlewares: [configSync(runtime)],
    });
    for (const service of services) broker.createService(service(runtime));
    await broker.start();
    return { runtime, broker };
  };

  beforeAll(async () => {
    nats = await startNatsServer();
    [first, gateway] = await Promise.all([start("config-1", [configService]), start("gateway-1", [])]);
    second = await start("config-2", [configService]);
    await gateway.broker.waitForServices("config", 10_000);
    admin = actAs(gateway.broker, gateway.runtime, { roles: ["ADMIN"] });
  });
  afterAll(async () => {
    for (const { broker } of [gateway, second, first]) await broker.stop();
    await Promise.all([second.runtime.close(), gateway.runtime.close()]);
    await disposeRuntime(first.runtime, ["config"]);
    await nats.dispose();
  });

  it("KSW-04 KSW-05 a kill switch takes effect in every process within two seconds, on and off", async () => {
    for (const active of [true, false]) {
      await admin.call(setKillSwitch, { system: "MESSAGING", active });
      await eventually(() => {
        for (const { runtime } of [first, second, gateway]) expect(runtime.config.isSwitchedOff("MESSAGING")).toBe(active);
      }, WITHIN_MS);
    }
  });

  it("CFG-61 every replica answers the new value right after the PATCH, and every process has it within two seconds", async () => {
    for (const hours of [21, 22, 23, 24]) {
      await admin.call(setConfigKey, { key: "dm.timeout_hours", value: hours });
      const answers = await Promise.all(Array.from({ length: 4 }, () => admin.call(getConfigKey, { key: "dm.timeout_hours" })));
      expect(answers.map(({ value }) => value)).toEqual([hours, hours, hours, hours]);
      await eventually(() => {
        for (const { runtime } of [first, second, gateway]) expect(runtime.config.read("dm.timeout_hours")).toBe(hours);
      }, WITHIN_MS);
    }
  });

  it("KSW-05 a change reaches every process with the next poll when its hint is lost", async () => {
    const muted = [first, second].map(({ broker }) => [broker, broker.broadcast] as const);
    for (const [broker] of muted) broker.broadcast = async () => undefined;
    await admin.call(setKillSwitch, { system: "DISCOVER", active: true });
    await eventually(() => expect(gateway.runtime.config.isSwitchedOff("DISCOVER")).toBe(true), WITHIN_MS);
    for (const [broker, broadcast] of muted) broker.broadcast = broadcast;
  });

  it.each([
    ["after a value was changed in the database", 33, {}],
    ["after the database was restored to an older state", 34, { number: 0 }],
  ])("CFG-49 clearing the cache makes every process read its settings again %s", async (_situation, hours, revision) => {
    const key = "dm.timeout_hours";
    await admin.call(setConfigKey, { key, value: 12 });
    await eventually(() => {
      for (const { runtime } of [first, second, gateway]) expect(runtime.config.read(key)).toBe(12);
    }, WITHIN_MS);
    const store = first.runtime.database("config").connection;
    await store.collection<{ _id: string }>("config_values").updateOne({ _id: key }, { $set: { value: hours } });
    if ("number" in revision) await store.collection("config_revision").updateOne({}, { $set: revision });
    await actAs(gateway.broker, gateway.runtime, { roles: ["SUPER_ADMIN"] }).call(clearConfigCache, {});
    await eventually(() => {
      for (const { runtime } of [first, second, gateway]) expect(runtime.config.read(key)).toBe(hours);
    }, WITHIN_MS);
    await admin.call(setConfigKey, { key, value: 13 });
    await eventually(() => {
      for (const { runtime } of [first, second, gateway]) expect(runtime.config.read(key)).toBe(13);
    }, WITHIN_MS);
  });

  it("an error keeps its key and variables across NATS", async () => {
    await expect(admin.call(setConfigKey, { key: "siteName", value: "lorem" })).rejects.toMatchObject({
      key: "config.error.placeholder",
      code: 422,
      vars: { key: "siteName", word: "lorem" },
    });
  });

  it("KSW-11 the last known state stays while no config replica runs; a process without any snapshot uses the defaults", async () => {
    await admin.call(setKillSwitch, { system: "CREATOR_UPGRADE", active: true });
    await eventually(() => expect(gateway.runtime.config.isSwitchedOff("CREATOR_UPGRADE")).toBe(true), WITHIN_MS);
    await Promise.all([first.broker.stop(), second.broker.stop()]);
    await eventually(async () => expect(await outcomeOf(admin.call(getConfigKey, { key: "siteName" }))).not.toBe("ok"));
    const late = await start("late-1", []);
    expect(gateway.runtime.config.isSwitchedOff("CREATOR_UPGRADE")).toBe(true);
    expect(late.runtime.config.isSwitchedOff("CREATOR_UPGRADE")).toBe(false);
    expect(late.runtime.config.read("dm.timeout_hours")).toBe(48);
    await first.runtime.close();
    first = await start("config-3", [configService]);
    await eventually(() => expect(late.runtime.config.isSwitchedOff("CREATOR_UPGRADE")).toBe(true));
    await late.broker.stop();
    await late.runtime.close();
  });
});
