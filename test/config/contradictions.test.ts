import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { getConfigKey, listConfigAudit, resetConfigKey, rollbackConfig, setConfigKey } from "#libs/contracts/config/index.ts";
import type { ConfigKey } from "#libs/platform/config/keys/index.ts";
import { outcomeOf } from "../support/act-as.ts";
import { type ConfigFixture, startConfig } from "./fixture.ts";

const INVALID = "config.error.invalid_value";

let config: ConfigFixture;

beforeEach(async () => {
  config = await startConfig({ configOverrides: new Map([["CONFIG_CREATOR_LEVEL_PLATINUM_MIN_MESSAGES", "400"]]) });
});
afterEach(() => config.stop());

const set = (key: ConfigKey, value: unknown) => config.admin.call(setConfigKey, { key, value });
const value = async (key: ConfigKey) => (await config.admin.call(getConfigKey, { key })).value;

describe("settings that depend on each other", () => {
  it.each([
    ["payment.topup_min", 10_001, 10_000, "value must be at most payment.topup_max, which is 10000"],
    ["payment.topup_max", 1, 1, null],
    ["payment.package_price_min", 10_000.5, 10_000, "value must be at most payment.package_price_max, which is 10000"],
    ["payment.package_price_max", 0.4, 0.5, "value must be at least payment.package_price_min, which is 0.5"],
    ["creator.level_silver_min_messages", 101, 100, "value must be at most creator.level_gold_min_messages, which is 100"],
    ["creator.level_gold_min_messages", 401, 400, "value must be at most creator.level_platinum_min_messages, which is 400"],
    ["creator.level_diamond_min_messages", 399, 400, "value must be at least creator.level_platinum_min_messages, which is 400"],
  ] as const)("CFG-67 %s may not be %p, but may be %p", async (key, wrong, right, message) => {
    const before = await value(key);
    if (message !== null) {
      await expect(set(key, wrong)).rejects.toMatchObject({ key: INVALID, code: 400, vars: { key }, details: [{ message }] });
      expect([await value(key), await config.stored("config_audit"), await config.stored("outbox")]).toEqual([before, [], []]);
    }
    await set(key, right);
    expect(await value(key)).toBe(right);
  });

  it("CFG-67 dependent settings are checked when a change is taken back, too", async () => {
    await set("payment.topup_max", 20_000);
    await set("payment.topup_min", 15_000);
    expect(await outcomeOf(config.admin.call(resetConfigKey, { key: "payment.topup_max" }))).toBe(INVALID);
    const first = (await config.admin.call(listConfigAudit, {})).items.at(-1);
    expect(await outcomeOf(config.admin.call(rollbackConfig, { auditId: first?.id ?? "" }))).toBe(INVALID);
    expect(await value("payment.topup_max")).toBe(20_000);
    await config.admin.call(resetConfigKey, { key: "payment.topup_min" });
    await config.admin.call(resetConfigKey, { key: "payment.topup_max" });
    expect(await value("payment.topup_max")).toBe(10_000);
  });

  it("CFG-67 dependent settings stay consistent when two changes race", async () => {
    await Promise.allSettled([set("payment.topup_min", 600), set("payment.topup_max", 500)]);
    expect(Number(await value("payment.topup_min"))).toBeLessThanOrEqual(Number(await value("payment.topup_max")));
  });

  it("CFG-68 dependent settings leave something to the creator: a commission of 1 is refused, and a stored one counts as the highest", async () => {
    expect(await outcomeOf(set("creator.commission_gold", 1))).toBe(INVALID);
    await set("creator.commission_gold", 0.99);
    await config.runtime
      .database("config")
      .connection.collection<{ _id: string }>("config_values")
      .updateOne({ _id: "creator.commission_gold" }, { $set: { value: 1 } });
    expect(await value("creator.commission_gold")).toBe(0.99);
  });
});

describe("the constraints of a setting", () => {
  const constraints = async (key: ConfigKey) => (await config.admin.call(getConfigKey, { key })).constraints;

  it("CFG-69 the constraints of a setting are shown with it, so that a form can check a value before it is sent", async () => {
    expect(await constraints("dm.timeout_hours")).toEqual({ min: 1, max: 720, integer: true });
    expect(await constraints("creator.level_min_reply_rate")).toEqual({ min: 0, max: 1 });
    expect(await constraints("notification.email_mode")).toEqual({ enum: ["INSTANT", "DAILY", "OFF"], maxLength: 500 });
    expect(await constraints("provider.email_host")).toEqual({ pattern: "^$|^[A-Za-z0-9][A-Za-z0-9.:-]*$", maxLength: 253 });
    expect(await constraints("legal.terms_of_service")).toEqual({ maxLength: 200_000 });
    expect(await constraints("webhook.allowed_subnets")).toEqual({ maxItems: 20 });
    expect(await constraints("creator.vacation_auto_end")).toEqual({});
  });
});
