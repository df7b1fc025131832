import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { ServiceBroker } from "moleculer";
import { getConfigSnapshot } from "#libs/contracts/config/index.ts";
import { HINTS } from "#libs/contracts/hints.ts";
import { createBroker } from "#libs/platform/broker/create-broker.ts";
import { configReader } from "#libs/platform/config/reader.ts";
import { eventually } from "../support/eventually.ts";
import { createTestRuntime, type TestRuntime } from "../support/runtime.ts";
import { actionStub, stubService } from "../support/stub-service.ts";

/** Much less than the time between two polls. */
const IMMEDIATELY_MS = 400;

describe("the settings of a process", () => {
  let runtime: TestRuntime;
  let broker: ServiceBroker;
  let knownRevisions: (string | undefined)[];
  let revisionNumber: number;
  let beforeAnswer: () => Promise<void>;

  beforeEach(async () => {
    knownRevisions = [];
    revisionNumber = 1;
    beforeAnswer = async () => undefined;
    const config = actionStub(getConfigSnapshot, async ({ params }) => {
      knownRevisions.push(params.knownRevision);
      const revision = `store.${revisionNumber}`;
      await beforeAnswer();
      if (params.knownRevision === revision) return { revision, unchanged: true, values: [], flags: [], killSwitches: [] };
      return { revision, unchanged: false, values: [], flags: [{ key: `flag-${revision}`, enabled: true }], killSwitches: [] };
    });
    runtime = createTestRuntime();
    broker = createBroker(runtime, [stubService(config)]);
    await broker.start();
  });
  afterEach(async () => {
    await broker.stop();
    await runtime.close();
  });

  /** Waits until a poll was answered; the next one is then nearly a second away. */
  const afterPoll = async () => {
    const { length } = knownRevisions;
    await eventually(() => expect(knownRevisions.length).toBeGreaterThan(length));
  };

  it("KSW-05 settings are known after the start of the process, and are polled with the known revision while no hint repeats it", async () => {
    expect(runtime.config.revision()).toBe("store.1");
    expect(runtime.config.isEnabled("flag-store.1")).toBe(true);
    await afterPoll();
    await afterPoll();
    expect(knownRevisions.slice(-1)).toEqual(["store.1"]);
    expect(knownRevisions.length).toBeLessThan(6);
    revisionNumber = 2;
    await eventually(() => expect(runtime.config.revision()).toBe("store.2"), 2_000);
  });

  it("SPD-11 settings are not polled while the config service repeats their revision, which counts as its answer", async () => {
    await afterPoll();
    const { length } = knownRevisions;
    for (let second = 0; second < 4; second += 1) {
      await broker.broadcast(HINTS.configChanged.name, { revision: "store.1" });
      expect(runtime.config.silentMs()).toBeLessThan(IMMEDIATELY_MS);
      await pause(700);
    }
    expect(knownRevisions).toHaveLength(length);
    revisionNumber = 2;
    await broker.broadcast(HINTS.configChanged.name, { revision: "store.2" });
    await eventually(() => expect(runtime.config.revision()).toBe("store.2"), IMMEDIATELY_MS);
  });

  it("KSW-05 settings are fetched after a hint without a valid revision", async () => {
    for (const payload of [undefined, null, 7, {}, { revision: 1 }, { revision: "store.0" }]) {
      await afterPoll();
      const { length } = knownRevisions;
      await broker.broadcast(HINTS.configChanged.name, payload);
      await eventually(() => expect(knownRevisions.length).toBeGreaterThan(length), IMMEDIATELY_MS);
    }
  });

  it("KSW-05 settings are fetched immediately after a hint", async () => {
    await afterPoll();
    revisionNumber = 2;
    await broker.broadcast(HINTS.configChanged.name);
    await eventually(() => expect(runtime.config.revision()).toBe("store.2"), IMMEDIATELY_MS);
  });

  it("KSW-05 settings are fetched once more when hints arrive during a fetch", async () => {
    await afterPoll();
    let release = () => undefined as void;
    beforeAnswer = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    const { length } = knownRevisions;
    await broker.broadcast(HINTS.configChanged.name);
    await eventually(() => expect(knownRevisions).toHaveLength(length + 1));
    revisionNumber = 2;
    await broker.broadcast(HINTS.configChanged.name);
    await broker.broadcast(HINTS.configChanged.name);
    beforeAnswer = async () => undefined;
    release();
    await eventually(() => expect(runtime.config.revision()).toBe("store.2"), IMMEDIATELY_MS);
    expect(knownRevisions).toHaveLength(length + 2);
  });
});

describe("the settings reader", () => {
  const snapshot = (revision: string, hours: number) => ({
    revision,
    values: [{ key: "dm.timeout_hours", scope: null, value: hours }],
    flags: [],
    killSwitches: [],
  });

  it("keeps the newer snapshot when an older one of the same store arrives late", () => {
    const reader = configReader(new Map());
    reader.update(snapshot("a.10", 10));
    reader.update(snapshot("a.9", 9));
    expect(reader.read("dm.timeout_hours")).toBe(10);
    reader.update(snapshot("a.11", 11));
    expect(reader.read("dm.timeout_hours")).toBe(11);
    reader.update(snapshot("b.1", 1));
    expect(reader.read("dm.timeout_hours")).toBe(1);
  });

  it("ignores stored values that are invalid for their key, and unregistered keys", () => {
    const reader = configReader(new Map());
    reader.update({ ...snapshot("a.1", 100_000), killSwitches: [{ system: "NOPE", active: true }] });
    expect(reader.read("dm.timeout_hours")).toBe(48);
    expect(reader.effectiveWith([{ key: "gone.key", scope: null, value: 1 }], "dm.timeout_hours")).toMatchObject({ source: "DEFAULT" });
  });

  it("DSC-11 reads a stored number above the maximum of a capped key as the maximum", () => {
    const reader = configReader(new Map());
    const size = (value: unknown) => ({
      ...snapshot("a.1", 1),
      revision: `${String(value)}.1`,
      values: [{ key: "discover.page_size", scope: null, value }],
    });
    for (const [stored, read] of [
      [500, 100],
      [7, 7],
      [0, 20],
      [1.5, 20],
      ["500", 20],
    ]) {
      reader.update(size(stored));
      expect([stored, reader.read("discover.page_size")]).toEqual([stored, read]);
    }
  });

  it("CFG-28 returns the most specific override: tier, region, platform, then global", () => {
    const reader = configReader(new Map());
    const scoped = (kind: "tier" | "region" | "platform", value: string, hours: number) => ({
      key: "dm.timeout_hours",
      scope: { kind, value },
      value: hours,
    });
    reader.update({
      ...snapshot("a.1", 1),
      values: [...snapshot("a.1", 1).values, scoped("platform", "IOS", 2), scoped("region", "DE", 3), scoped("tier", "GOLD", 4)],
    });
    expect(reader.read("dm.timeout_hours")).toBe(1);
    expect(reader.read("dm.timeout_hours", { platform: "IOS" })).toBe(2);
    expect(reader.read("dm.timeout_hours", { platform: "IOS", region: "DE" })).toBe(3);
    expect(reader.effective("dm.timeout_hours", { platform: "IOS", region: "DE", tier: "GOLD" })).toEqual({
      active: 4,
      source: "SCOPED",
      scope: { kind: "tier", value: "GOLD" },
    });
    expect(reader.read("dm.timeout_hours", { platform: "WEB", region: "FR" })).toBe(1);
  });

  it("refuses to start with an environment variable that is invalid for its key", () => {
    expect(() => configReader(new Map([["CONFIG_DM_TIMEOUT_HOURS", "soon"]]))).toThrow("CONFIG_DM_TIMEOUT_HOURS");
  });
});
