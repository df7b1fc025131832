import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  getEffectiveConfig,
  listConfigHistory,
  listScopedConfig,
  resetScopedConfig,
  rollbackConfig,
  type ScopeKind,
  setScopedConfig,
} from "#libs/contracts/config/index.ts";
import { outcomeOf } from "../support/act-as.ts";
import { type ConfigFixture, startConfig } from "./fixture.ts";

const HOURS = "dm.timeout_hours";
const PAGE_SIZE = "discover.page_size";
const INVALID = "error.validation_failed";

let config: ConfigFixture;

beforeAll(async () => {
  config = await startConfig();
});
afterAll(() => config.stop());

const setFor = (key: string, scope: ScopeKind, scopeValue: string, value: unknown) =>
  config.admin.call(setScopedConfig, { key, scope, scopeValue, value });
const removeFor = (key: string, scope: ScopeKind, scopeValue: string) =>
  config.admin.call(resetScopedConfig, { key, scope, scopeValue, reason: "no longer needed" });
const list = (key: string) => config.admin.call(listScopedConfig, { key });
const history = (key: string) => config.admin.call(listConfigHistory, { key });
const active = async (key: string, scope: Partial<Record<ScopeKind, string>>) =>
  (await config.admin.call(getEffectiveConfig, { key, ...scope })).active;
const changeEvents = (key: string) => config.stored("outbox", { event: "config.changed", "payload.key": key });

describe("the scope of an override", () => {
  it.each([
    ["tier", "GOLD", "payment.min_payout", 30],
    ["region", "DE", "siteName", "Boats"],
    ["tier", "GOLD", PAGE_SIZE, 10],
    ["tier", "GOLD", "ratelimit.messages_send.limit", 10],
    ["region", "DE", "provider.email_secret", "s3cr3t"],
  ] as const)(
    "CFG-63 the scope of an override is refused with 400 when no service reads it: %s %s of %s",
    async (scope, scopeValue, key, value) => {
      await expect(setFor(key, scope, scopeValue, value)).rejects.toMatchObject({ key: INVALID, code: 400 });
      expect([await list(key), await history(key), await changeEvents(key)]).toEqual([[], [], []]);
    },
  );

  it.each([
    ["tier", "WOOD"],
    ["tier", "DE"],
    ["platform", "FRIDGE"],
    ["platform", "GOLD"],
    ["region", "XX"],
    ["region", "T1"],
    ["region", "EU"],
    ["region", "GERMANY"],
    ["region", "__proto__"],
  ] as const)("CFG-64 the scope of an override is refused with 400 when there is no such value: %s %s", async (scope, scopeValue) => {
    await expect(setFor(HOURS, scope, scopeValue, 5)).rejects.toMatchObject({ key: INVALID, code: 400, details: [expect.anything()] });
    expect(await config.stored("config_values", { key: HOURS })).toEqual([]);
  });

  it("CFG-64 the scope of an override may be every platform, every level of creators and of fans, and every country, in any case", async () => {
    const values = { platform: ["WEB", "ios", "ANDROID", "API"], region: ["de", "BR"], tier: ["FAN", "BRONZE", "gold", "DIAMOND"] };
    for (const [kind, codes] of Object.entries(values)) {
      for (const code of codes) expect(await outcomeOf(setFor("dm.free_daily_limit", kind as ScopeKind, code, 7))).toBe("ok");
    }
  });

  it("CFG-63 the scope of an override does not count when an earlier release stored it where no service reads it", async () => {
    await config.insertOverride("payment.min_payout", { kind: "tier", value: "GOLD" }, 30);
    expect(await active("payment.min_payout", { tier: "GOLD" })).toBe(20);
    expect(await list("payment.min_payout")).toMatchObject([{ scope: "tier", scopeValue: "GOLD", value: 30, effective: false }]);
    await removeFor("payment.min_payout", "tier", "GOLD");
    expect(await list("payment.min_payout")).toEqual([]);
    const [removal] = await history("payment.min_payout");
    expect(await outcomeOf(config.admin.call(rollbackConfig, { auditId: removal?.id ?? "" }))).toBe(INVALID);
    expect(await list("payment.min_payout")).toEqual([]);
  });
});

describe("the scoped overrides of a key", () => {
  it("CFG-65 scoped overrides are listed by scope with their values and last changes, without the global override", async () => {
    await setFor(PAGE_SIZE, "region", "FR", 5);
    await setFor(PAGE_SIZE, "platform", "IOS", 3);
    await setFor(PAGE_SIZE, "platform", "IOS", 4);
    const change = { updatedBy: config.admin.userId, updatedAt: expect.any(String), effective: true };
    expect(await list(PAGE_SIZE)).toEqual([
      { scope: "platform", scopeValue: "IOS", value: 4, version: 2, ...change },
      { scope: "region", scopeValue: "FR", value: 5, version: 1, ...change },
    ]);
  });

  it("CFG-65 CFG-25 scoped overrides show no value of a sensitive key", async () => {
    await config.insertOverride("provider.email_secret", { kind: "region", value: "DE" }, "s3cr3t");
    await removeFor("provider.email_secret", "region", "FR");
    expect(await list("provider.email_secret")).toMatchObject([{ value: "********", effective: false }]);
    await removeFor("provider.email_secret", "region", "DE");
    const records = [await history("provider.email_secret"), await config.stored("config_audit"), await config.stored("outbox")];
    expect(records[0]).toMatchObject([{ action: "RESET", oldValue: "********", newValue: null }]);
    expect(JSON.stringify(records)).not.toContain("s3cr3t");
  });

  it("CFG-66 scoped overrides are removed one by one; the removal is audited, published and effective at once", async () => {
    await setFor(HOURS, "region", "DE", 24);
    await setFor(HOURS, "tier", "GOLD", 12);
    await removeFor(HOURS, "region", " de ");
    expect(await list(HOURS)).toMatchObject([{ scope: "tier", scopeValue: "GOLD" }]);
    expect([await active(HOURS, { region: "DE" }), config.runtime.config.read(HOURS, { region: "DE" })]).toEqual([48, 48]);
    const scope = { kind: "region", value: "DE" };
    const [entry] = await history(HOURS);
    expect(entry).toMatchObject({ action: "RESET", oldValue: 24, newValue: null, scope, reason: "no longer needed" });
    expect((await changeEvents(HOURS)).at(-1)?.payload).toMatchObject({ changeId: entry?.id, scope });
    expect(await config.stored("audit_log", { action: "config.RESET", target: HOURS })).toHaveLength(1);
    await config.admin.call(rollbackConfig, { auditId: entry?.id ?? "" });
    expect(await active(HOURS, { region: "DE" })).toBe(24);
  });

  it("CFG-66 scoped overrides stay as they are when there is nothing to remove", async () => {
    await removeFor(HOURS, "platform", "WEB");
    expect(await history(HOURS)).not.toContainEqual(expect.objectContaining({ scope: { kind: "platform", value: "WEB" } }));
  });

  it("CFG-65 CFG-66 scoped overrides of an unknown key are 404", async () => {
    const refusals = [await outcomeOf(list("nope.key")), await outcomeOf(removeFor("nope.key", "tier", "GOLD"))];
    expect(refusals).toEqual(["config.error.key_not_found", "config.error.key_not_found"]);
  });
});
