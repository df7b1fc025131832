import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { ServiceBroker } from "moleculer";
import { createBroker } from "#libs/broker/create-broker.ts";
import { configReader } from "#libs/config/reader.ts";
import { getConfigSnapshot } from "#libs/contracts/config.ts";
import { HINTS } from "#libs/contracts/hints.ts";
import { eventually } from "#test/support/eventually.ts";
import { createTestRuntime, type TestRuntime } from "#test/support/runtime.ts";
import { neighbour, standIn } from "#test/support/stand-in.ts";

/** Far less than the time between two polls. */
const AT_ONCE_MS = 400;

describe("settings of a process", () => {
  let runtime: TestRuntime;
  let broker: ServiceBroker;
  let asked: (string | undefined)[];
  let number: number;
  let answer: () => Promise<void>;

  beforeEach(async () => {
    asked = [];
    number = 1;
    answer = async () => undefined;
    const config = standIn(getConfigSnapshot, async ({ params }) => {
      asked.push(params.knownRevision);
      const revision = `store.${number}`;
      await answer();
      if (params.knownRevision === revision) return { revision, unchanged: true, values: [], flags: [], killSwitches: [] };
      return { revision, unchanged: false, values: [], flags: [{ key: `flag-${revision}`, enabled: true }], killSwitches: [] };
    });
    runtime = createTestRuntime();
    broker = createBroker(runtime, [neighbour(config)]);
    await broker.start();
  });
  afterEach(async () => {
    await broker.stop();
    await runtime.close();
  });

  /** Waits for the end of a poll, so that the next one is nearly a second away. */
  const afterPoll = async () => {
    const { length } = asked;
    await eventually(() => expect(asked.length).toBeGreaterThan(length));
  };

  it("KSW-05 are there when the process has started, and polled each second with the known revision", async () => {
    expect(runtime.config.revision()).toBe("store.1");
    expect(runtime.config.isEnabled("flag-store.1")).toBe(true);
    await afterPoll();
    await afterPoll();
    expect(asked.slice(-1)).toEqual(["store.1"]);
    expect(asked.length).toBeLessThan(6);
    number = 2;
    await eventually(() => expect(runtime.config.revision()).toBe("store.2"), 2_000);
  });

  it("KSW-05 are asked for at once after a hint", async () => {
    await afterPoll();
    number = 2;
    await broker.broadcast(HINTS.configChanged);
    await eventually(() => expect(runtime.config.revision()).toBe("store.2"), AT_ONCE_MS);
  });

  it("KSW-05 are asked for once more when the hint comes while an answer is under way", async () => {
    await afterPoll();
    let release = () => undefined as void;
    answer = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    const { length } = asked;
    await broker.broadcast(HINTS.configChanged);
    await eventually(() => expect(asked).toHaveLength(length + 1));
    number = 2;
    await broker.broadcast(HINTS.configChanged);
    await broker.broadcast(HINTS.configChanged);
    answer = async () => undefined;
    release();
    await eventually(() => expect(runtime.config.revision()).toBe("store.2"), AT_ONCE_MS);
    expect(asked).toHaveLength(length + 2);
  });
});

describe("the reader", () => {
  const state = (revision: string, hours: number) => ({
    revision,
    values: [{ key: "dm.timeout_hours", scope: null, value: hours }],
    flags: [],
    killSwitches: [],
  });

  it("keeps the newer state when an older answer arrives late, and takes that of another store", () => {
    const reader = configReader(new Map());
    reader.update(state("a.10", 10));
    reader.update(state("a.9", 9));
    expect(reader.read("dm.timeout_hours")).toBe(10);
    reader.update(state("a.11", 11));
    expect(reader.read("dm.timeout_hours")).toBe(11);
    reader.update(state("b.1", 1));
    expect(reader.read("dm.timeout_hours")).toBe(1);
  });

  it("ignores stored values that do not fit their key, and keys that are not registered", () => {
    const reader = configReader(new Map());
    reader.update({ ...state("a.1", 100_000), killSwitches: [{ system: "NOPE", active: true }] });
    expect(reader.read("dm.timeout_hours")).toBe(48);
    expect(reader.effectiveWith([{ key: "gone.key", scope: null, value: 1 }], "dm.timeout_hours")).toMatchObject({ source: "DEFAULT" });
  });

  it("DSC-11 a stored number above its bound counts as the bound where the key says so", () => {
    const reader = configReader(new Map());
    const size = (value: unknown) => ({
      ...state("a.1", 1),
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

  it("CFG-28 takes the most specific override: tier, region, platform, then global", () => {
    const reader = configReader(new Map());
    const scoped = (kind: "tier" | "region" | "platform", value: string, hours: number) => ({
      key: "dm.timeout_hours",
      scope: { kind, value },
      value: hours,
    });
    reader.update({
      ...state("a.1", 1),
      values: [...state("a.1", 1).values, scoped("platform", "IOS", 2), scoped("region", "DE", 3), scoped("tier", "GOLD", 4)],
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

  it("does not start with an environment value that does not fit", () => {
    expect(() => configReader(new Map([["CONFIG_DM_TIMEOUT_HOURS", "soon"]]))).toThrow("CONFIG_DM_TIMEOUT_HOURS");
  });
});
