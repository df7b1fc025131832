import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  getConfigKey,
  getEffectiveConfig,
  listConfigHistory,
  resetConfigKey,
  type ScopeKind,
  setConfigKey,
  setScopedConfig,
} from "#libs/contracts/config/index.ts";
import { outcomeOf } from "../support/act-as.ts";
import { type ConfigFixture, startConfig } from "./fixture.ts";

const HOURS = "dm.timeout_hours";
const UNKNOWN = { key: "config.error.key_not_found", code: 404 };
const ENV_ONLY = { key: "config.error.env_only", code: 400 };

let config: ConfigFixture;

beforeAll(async () => {
  config = await startConfig({ configOverrides: new Map([["CONFIG_DISCOVER_PAGE_SIZE", "7"]]) });
});
afterAll(() => config.stop());

type Scope = Partial<Record<ScopeKind, string>>;

const set = (key: string, value: unknown, more: object = {}) => config.admin.call(setConfigKey, { key, value, ...more });
const setFor = (key: string, scope: ScopeKind, scopeValue: string, value: unknown) =>
  config.admin.call(setScopedConfig, { key, scope, scopeValue, value });
const reset = (key: string) => config.admin.call(resetConfigKey, { key });
const get = (key: string) => config.admin.call(getConfigKey, { key });
const effective = (key: string, scope: Scope = {}) => config.admin.call(getEffectiveConfig, { key, ...scope });
const history = (key: string) => config.admin.call(listConfigHistory, { key });
const recordCounts = async () => [
  (await config.stored("config_audit")).length,
  (await config.stored("audit_log")).length,
  (await config.stored("outbox")).length,
];

describe("a scoped override", () => {
  it("CFG-29 a scoped override is effective in its scope only, also for the services, and is audited with its scope", async () => {
    await setFor(HOURS, "region", "DE", 24);
    expect(await effective(HOURS, { region: "DE" })).toMatchObject({
      default: 48,
      active: 24,
      source: "SCOPED",
      scope: { kind: "region", value: "DE" },
    });
    expect(await effective(HOURS, { region: "FR", platform: "DE", tier: "DE" })).toMatchObject({ active: 48, source: "DEFAULT" });
    expect(await get(HOURS)).toMatchObject({ value: 48, source: "DEFAULT", version: 0, scopes: ["platform", "region", "tier"] });
    expect([config.runtime.config.read(HOURS), config.runtime.config.read(HOURS, { region: "DE" })]).toEqual([48, 24]);
    const scope = { kind: "region", value: "DE" };
    expect(await history(HOURS)).toMatchObject([{ action: "SET_SCOPED", oldValue: null, newValue: 24, scope }]);
    await setFor(HOURS, "region", "DE", 25);
    expect((await history(HOURS))[0]).toMatchObject({ action: "SET_SCOPED", oldValue: 24, newValue: 25, scope });
  });

  it("CFG-60 a scoped override is published with its scope; a reset of the global override is published without one", async () => {
    const key = "dm.free_per_creator_daily";
    await set(key, 30);
    await setFor(key, "tier", "GOLD", 31);
    await reset(key);
    const events = await config.stored("outbox", { event: "config.changed", "payload.key": key });
    const scopes = [null, { kind: "tier", value: "GOLD" }, null];
    expect(events.map(({ payload }) => payload)).toMatchObject(scopes.map((scope) => ({ key, domain: "messaging", scope })));
  });

  it("CFG-29 a scoped override is found by its code in any letter case and is stored in capitals", async () => {
    await setFor(HOURS, "platform", " ios ", 30);
    expect(await effective(HOURS, { platform: "IOS" })).toMatchObject({ active: 30 });
    expect(await effective(HOURS, { platform: "ios" })).toMatchObject({ active: 30, scope: { kind: "platform", value: "IOS" } });
    expect(config.runtime.config.read(HOURS, { platform: "IOS" })).toBe(30);
  });

  it("CFG-28 a scoped override wins over less specific ones: tier, region, platform, then global", async () => {
    const key = "dm.free_daily_limit";
    const everything = { tier: "GOLD", region: "DE", platform: "IOS" };
    const values: unknown[] = [(await effective(key, everything)).active];
    await set(key, 6);
    values.push((await effective(key, everything)).active);
    for (const [kind, value] of [
      ["platform", 7],
      ["region", 8],
      ["tier", 9],
    ] as const) {
      await setFor(key, kind, everything[kind], value);
      values.push((await effective(key, everything)).active);
    }
    expect(values).toEqual([5, 6, 7, 8, 9]);
    expect((await effective(key, { region: "DE", platform: "IOS" })).active).toBe(8);
  });

  it.each(["country", "TIER", "", "__proto__"])("CFG-30 a scoped override is refused with 400 for the scope “%s”", async (scope) => {
    const params = { key: HOURS, scope, scopeValue: "DE", value: 5 };
    await expect(config.admin.call(setScopedConfig, params as never)).rejects.toMatchObject({ key: "error.validation_failed" });
  });

  it.each([undefined, null, "", "  ", 7, "x".repeat(41)])(
    "CFG-30 a scoped override is refused with 400 for the scope value %p",
    async (scopeValue) => {
      const params = { key: HOURS, scope: "tier", scopeValue, value: 5 };
      await expect(config.admin.call(setScopedConfig, params as never)).rejects.toMatchObject({ key: "error.validation_failed" });
    },
  );

  it("CFG-31 a scoped override is refused with 404 for an unknown key", async () => {
    await expect(setFor("nope.key", "tier", "GOLD", 1)).rejects.toMatchObject(UNKNOWN);
  });

  it("CFG-16 a scoped override is refused with 400 for a key that only the environment sets, and so is its reset", async () => {
    await expect(setFor("site.public_host", "tier", "GOLD", "https://evil.example")).rejects.toMatchObject(ENV_ONLY);
    await expect(reset("site.public_host")).rejects.toMatchObject(ENV_ONLY);
  });

  it.each(["siteName", "tagline", "copyrightHolder"])(
    "CFG-20 CFG-21 a scoped override is checked like a global one: a placeholder in %s is 422, a wrong type 400",
    async (key) => {
      await expect(setFor(key, "region", "DE", "My Test Site")).rejects.toMatchObject({
        key: "config.error.placeholder",
        code: 422,
        vars: { key, word: "test" },
      });
      await expect(setFor(key, "region", "DE", 42)).rejects.toMatchObject({ key: "config.error.invalid_value", code: 400 });
    },
  );

  it("CFG-24 a scoped override writes no audit entry, audit line or event when it is refused", async () => {
    const before = await recordCounts();
    expect(await outcomeOf(setFor(HOURS, "tier", "GOLD", 721))).toBe("config.error.invalid_value");
    expect(await outcomeOf(setFor("siteName", "tier", "GOLD", "lorem"))).toBe("config.error.placeholder");
    expect(await recordCounts()).toEqual(before);
  });
});

describe("a reset of a setting", () => {
  it("CFG-32 a reset removes the global override and keeps the scoped ones", async () => {
    await set(HOURS, 12);
    await setFor(HOURS, "tier", "GOLD", 13);
    expect(await effective(HOURS)).toMatchObject({ active: 12, source: "ADMIN" });
    await reset(HOURS);
    expect(await effective(HOURS)).toMatchObject({ default: 48, active: 48, source: "DEFAULT" });
    expect(await effective(HOURS, { tier: "GOLD" })).toMatchObject({ active: 13, source: "SCOPED" });
    expect(config.runtime.config.read(HOURS)).toBe(48);
  });

  it("CFG-32 a reset makes the value of the environment effective again", async () => {
    const key = "discover.page_size";
    await set(key, 9);
    await reset(key);
    expect(await effective(key)).toMatchObject({ default: 20, active: 7, source: "ENV" });
  });

  it("CFG-33 a reset is refused with 404 for an unknown key", async () => {
    await expect(reset("nope.key")).rejects.toMatchObject(UNKNOWN);
  });

  it("CFG-34 a reset succeeds without a change when there is no override, also when it is repeated", async () => {
    const before = await recordCounts();
    await reset("payment.min_payout");
    expect(await recordCounts()).toEqual(before);
    await set("payment.min_payout", 30);
    await reset("payment.min_payout");
    const { version } = await get("payment.min_payout");
    await reset("payment.min_payout");
    expect(await history("payment.min_payout")).toHaveLength(2);
    expect(await get("payment.min_payout")).toMatchObject({ value: 20, source: "DEFAULT", version });
  });

  it("CFG-34 a reset happens once when several resets race", async () => {
    await set("payment.topup_max", 500);
    await Promise.all(Array.from({ length: 5 }, () => reset("payment.topup_max")));
    expect((await history("payment.topup_max")).map(({ action }) => action)).toEqual(["RESET", "SET"]);
  });

  it("CFG-59 a reset does not reuse versions: a version from before it is outdated after the next change", async () => {
    await set("tagline", "First");
    const { version } = await get("tagline");
    await reset("tagline");
    await set("tagline", "Second");
    await expect(set("tagline", "Third", { expectedVersion: version })).rejects.toMatchObject({ key: "config.error.version_conflict" });
  });
});

describe("the history of a setting", () => {
  it("CFG-35 the history of a setting lists a change and its reset, newest first, with author and time", async () => {
    const key = "payment.topup_min";
    await config.admin.call(setConfigKey, { key, value: 2, reason: "a try" });
    await reset(key);
    const by = { key, domain: "payment", scope: null, changedBy: config.admin.userId, changedAt: expect.any(String) };
    expect(await history(key)).toMatchObject([
      { ...by, action: "RESET", oldValue: 2, newValue: null, reason: null },
      { ...by, action: "SET", oldValue: null, newValue: 2, reason: "a try" },
    ]);
  });

  it("CFG-35 the history of a setting is empty for an unchanged key and holds the last 200 entries of a busy one", async () => {
    expect(await history("gdpr.delete_grace_days")).toEqual([]);
    const key = "payment.package_price_min";
    const rows = Array.from({ length: 205 }, (_, number) => ({
      _id: `entry-${number}`,
      key,
      domain: "payment",
      action: "SET",
      existed: true,
      oldValue: number,
      newValue: number + 1,
      scope: null,
      reason: null,
      changedBy: "admin",
      changedAt: new Date(number * 1000),
    }));
    await config.runtime.database("config").connection.collection<{ _id: string }>("config_audit").insertMany(rows);
    const entries = await history(key);
    expect([entries.length, entries[0]?.newValue, entries.at(-1)?.newValue]).toEqual([200, 205, 6]);
  });

  it("CFG-36 the history of a setting is 404 for an unknown key", async () => {
    await expect(history("nope.key")).rejects.toMatchObject(UNKNOWN);
  });
});
