import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ServiceBroker } from "moleculer";
import { pino } from "pino";
import type { ServiceFactory } from "#libs/broker/create-broker.ts";
import { configSync } from "#libs/config/config-sync.ts";
import { callerSeal } from "#libs/contract-kit/caller.ts";
import { trustSeal } from "#libs/contract-kit/implement.ts";
import { clearConfigCache, getConfigKey, setConfigKey, setKillSwitch } from "#libs/contracts/config.ts";
import { AppErrorRegenerator } from "#libs/errors/app-error.ts";
import { memoryStream } from "#libs/events/memory-stream.ts";
import { configService } from "#services/config/config.service.ts";
import { type Actor, actAs, outcomeOf } from "#test/support/act-as.ts";
import { eventually } from "#test/support/eventually.ts";
import { type NatsServer, startNatsServer } from "#test/support/nats-server.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "#test/support/runtime.ts";
import brokerOptions from "../../moleculer.config.ts";

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

  /** A node of its own, as far as the bus can tell. Its durable events stay inside, they are not the point here. */
  const start = async (nodeID: string, services: readonly ServiceFactory[]): Promise<Node> => {
    const stream = memoryStream({ logger: pino({ level: "silent" }) });
    const runtime = createTestRuntime({ ...shared, natsServers: [nats.url] }, { stream });
    trustSeal(callerSeal(runtime.env.secrets.callerSealKey));
    const broker = new ServiceBroker({
      ...brokerOptions(runtime.env),
      nodeID,
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

  it("KSW-04 KSW-05 a switch is effective in every process within two seconds, on and off", async () => {
    for (const active of [true, false]) {
      await admin.call(setKillSwitch, { system: "MESSAGING", active });
      await eventually(() => {
        for (const { runtime } of [first, second, gateway]) expect(runtime.config.isSwitchedOff("MESSAGING")).toBe(active);
      }, WITHIN_MS);
    }
  });

  it("CFG-61 a GET right after PATCH shows the new value from every replica, and every reader has it within two seconds", async () => {
    for (const hours of [21, 22, 23, 24]) {
      await admin.call(setConfigKey, { key: "dm.timeout_hours", value: hours });
      const answers = await Promise.all(Array.from({ length: 4 }, () => admin.call(getConfigKey, { key: "dm.timeout_hours" })));
      expect(answers.map(({ value }) => value)).toEqual([hours, hours, hours, hours]);
      await eventually(() => {
        for (const { runtime } of [first, second, gateway]) expect(runtime.config.read("dm.timeout_hours")).toBe(hours);
      }, WITHIN_MS);
    }
  });

  it("KSW-05 a lost hint costs no more than a poll", async () => {
    const silenced = [first, second].map(({ broker }) => [broker, broker.broadcast] as const);
    for (const [broker] of silenced) broker.broadcast = async () => undefined;
    await admin.call(setKillSwitch, { system: "DISCOVER", active: true });
    await eventually(() => expect(gateway.runtime.config.isSwitchedOff("DISCOVER")).toBe(true), WITHIN_MS);
    for (const [broker, broadcast] of silenced) broker.broadcast = broadcast;
  });

  it.each([
    ["with a value that was changed in the store itself", 33, {}],
    ["with a store that went back to an older state", 34, { number: 0 }],
  ])("CFG-49 clearing the cache, every process reads its settings again %s", async (_what, hours, revision) => {
    const key = "dm.timeout_hours";
    await admin.call(setConfigKey, { key, value: 12 });
    await eventually(() => {
      for (const { runtime } of [first, second, gateway]) expect(runtime.config.read(key)).toBe(12);
    }, WITHIN_MS);
    const store = first.runtime.database("config");
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

  it("errors keep their key and variables across the bus", async () => {
    await expect(admin.call(setConfigKey, { key: "siteName", value: "lorem" })).rejects.toMatchObject({
      key: "config.error.placeholder",
      code: 422,
      vars: { key: "siteName", word: "lorem" },
    });
  });

  it("KSW-11 with every config replica gone the last known state stays, and defaults serve a process that never saw one", async () => {
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
    await eventually(() => expect(late.runtime.config.isSwitchedOff("CREATOR_UPGRADE")).toBe(true), 5_000);
    await late.broker.stop();
    await late.runtime.close();
  });
});
