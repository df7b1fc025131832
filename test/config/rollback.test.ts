import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  createFlag,
  getEffectiveConfig,
  listConfigAudit,
  listFlags,
  listKillSwitches,
  resetConfigKey,
  rollbackConfig,
  setConfigKey,
  setKillSwitch,
  setScopedConfig,
  toggleFlag,
} from "#libs/contracts/config/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { outcomeOf } from "../support/act-as.ts";
import { type ConfigFixture, startConfig } from "./fixture.ts";

const HOURS = "dm.timeout_hours";

let config: ConfigFixture;

beforeAll(async () => {
  config = await startConfig({ configOverrides: new Map([["CONFIG_DISCOVER_PAGE_SIZE", "7"]]) });
});
afterAll(() => config.stop());

const set = (key: string, value: unknown) => config.admin.call(setConfigKey, { key, value });
const effective = (key: string, scope: object = {}) => config.admin.call(getEffectiveConfig, { key, ...scope });
const rollback = (auditId: string) => config.admin.call(rollbackConfig, { auditId });

async function lastEntry() {
  const [entry] = (await config.admin.call(listConfigAudit, { limit: 1 })).items;
  if (!entry) throw new Error("no audit entry");
  return entry;
}

/** Awaits a change. Returns the id of its audit entry. */
async function auditIdOf(change: Promise<unknown>): Promise<string> {
  await change;
  return (await lastEntry()).id;
}

/** Inserts an audit entry as an earlier release could have left it. Returns its id. */
async function insertEntry(entry: { readonly key: string; readonly domain: string; readonly oldValue: unknown }): Promise<string> {
  const id = uuid();
  const rest = { action: "SET", existed: true, newValue: 1, scope: null, reason: null, changedBy: "earlier", changedAt: new Date(0) };
  await config.runtime
    .database("config")
    .connection.collection<{ _id: string }>("config_audit")
    .insertOne({ _id: id, ...entry, ...rest });
  return id;
}

const auditCountAndValues = async () => [(await config.stored("config_audit")).length, await config.stored("config_values")];

describe("a rollback of a setting", () => {
  it("CFG-37 a rollback restores the value from before the entry, and is audited itself", async () => {
    await set(HOURS, 10);
    const second = await auditIdOf(set(HOURS, 20));
    await set(HOURS, 30);
    await config.admin.call(rollbackConfig, { auditId: second, reason: "too long" });
    expect(await effective(HOURS)).toMatchObject({ active: 10, source: "ADMIN" });
    expect(config.runtime.config.read(HOURS)).toBe(10);
    const entry = { key: HOURS, domain: "messaging", action: "ROLLBACK", oldValue: 30, newValue: 10, reason: "too long", scope: null };
    expect(await lastEntry()).toMatchObject({ ...entry, changedBy: config.admin.userId });
    const lines = await config.stored("audit_log", { action: "config.ROLLBACK", target: HOURS });
    expect(lines).toMatchObject([{ actor: config.admin.userId }]);
    const events = await config.stored("outbox", { "payload.changeId": (await lastEntry()).id });
    expect(events).toHaveLength(1);
  });

  it("CFG-37 a rollback of a rollback restores the value that the first rollback replaced", async () => {
    const changed = await auditIdOf(set(HOURS, 40));
    const rolledBack = await auditIdOf(rollback(changed));
    await rollback(rolledBack);
    expect(await effective(HOURS)).toMatchObject({ active: 40, source: "ADMIN" });
  });

  it("CFG-37 a rollback of a reset restores the override", async () => {
    await set("payment.min_payout", 25);
    await rollback(await auditIdOf(config.admin.call(resetConfigKey, { key: "payment.min_payout" })));
    expect(await effective("payment.min_payout")).toMatchObject({ active: 25, source: "ADMIN" });
  });

  it("CFG-37 a rollback changes the scope of its entry only", async () => {
    const key = "dm.free_daily_limit";
    const scoped = (value: number) => config.admin.call(setScopedConfig, { key, scope: "tier", scopeValue: "GOLD", value });
    await set(key, 6);
    const first = await auditIdOf(scoped(7));
    const second = await auditIdOf(scoped(8));
    await rollback(second);
    expect(await effective(key, { tier: "GOLD" })).toMatchObject({ active: 7, source: "SCOPED" });
    expect(await lastEntry()).toMatchObject({ action: "ROLLBACK", oldValue: 8, newValue: 7, scope: { kind: "tier", value: "GOLD" } });
    await rollback(first);
    expect(await effective(key, { tier: "GOLD" })).toMatchObject({ active: 6, source: "ADMIN" });
  });

  it("CFG-39 a rollback of a first change removes the override: the default or the environment counts again", async () => {
    await rollback(await auditIdOf(set("tagline", "A first try")));
    expect(await effective("tagline")).toMatchObject({ source: "DEFAULT" });
    await rollback(await auditIdOf(set("discover.page_size", 9)));
    expect(await effective("discover.page_size")).toMatchObject({ active: 7, default: 20, source: "ENV" });
    expect(await config.stored("config_values", { key: { $in: ["tagline", "discover.page_size"] }, value: { $exists: true } })).toEqual([]);
    expect(await lastEntry()).toMatchObject({ action: "ROLLBACK", oldValue: 9, newValue: null });
  });

  it("CFG-39 a rollback restores an override with null as an override", async () => {
    await set("legal.privacy_policy", null);
    await rollback(await auditIdOf(set("legal.privacy_policy", "<p>text</p>")));
    expect(await effective("legal.privacy_policy")).toMatchObject({ active: null, source: "ADMIN" });
  });

  it.each([uuid(), "no-such-entry", "__proto__"])("CFG-38 a rollback is refused with 404 for the unknown entry %s", async (auditId) => {
    await expect(rollback(auditId)).rejects.toMatchObject({ key: "config.error.audit_entry_not_found", code: 404 });
  });

  it.each([{}, { auditId: null }, { auditId: "" }, { auditId: { $ne: null } }, { auditId: 1 }])(
    "CFG-38 a rollback is refused with 400 for %j",
    async (params) => {
      await expect(config.admin.call(rollbackConfig, params as never)).rejects.toMatchObject({ key: "error.validation_failed" });
    },
  );

  it.each([
    ["a value out of bounds", "dm.timeout_hours", "messaging", 721, "config.error.invalid_value"],
    ["a value of another type", "dm.timeout_hours", "messaging", "48", "config.error.invalid_value"],
    ["a placeholder", "siteName", "site", "My test site", "config.error.placeholder"],
    ["a key that only the environment sets", "site.public_host", "site", "http://old.example", "config.error.env_only"],
    ["a key that was removed from the registry", "old.limit", "messaging", 4, "config.error.key_not_found"],
    ["a kill switch that was removed from the registry", "killswitch.OLD", "killswitches", true, "config.error.kill_switch_not_found"],
  ])("CFG-40 CFG-16 a rollback to %s is refused without any change", async (_what, key, domain, oldValue, refusal) => {
    const auditId = await insertEntry({ key, domain, oldValue });
    const before = await auditCountAndValues();
    expect(await outcomeOf(rollback(auditId))).toBe(refusal);
    expect(await auditCountAndValues()).toEqual(before);
  });

  it("CFG-25 CFG-40 a rollback to a secret is refused, because the audit never held it; a rollback to no secret is accepted", async () => {
    const key = "provider.email_secret";
    const first = await auditIdOf(set(key, "s3cr3t-one"));
    const second = await auditIdOf(set(key, "s3cr3t-two"));
    await expect(rollback(second)).rejects.toMatchObject({ key: "config.error.not_restorable", code: 400, vars: { key } });
    expect(config.runtime.config.read(key)).toBe("s3cr3t-two");
    await rollback(first);
    expect(await effective(key)).toMatchObject({ active: null, source: "DEFAULT" });
    expect(JSON.stringify(await config.stored("config_audit"))).not.toContain("s3cr3t");
  });

  it("CFG-37 a rollback runs before or after a racing change: in the audit each old value is the new value of another entry", async () => {
    const key = "creator.commission_gold";
    await set(key, 0.11);
    const changed = await auditIdOf(set(key, 0.12));
    await Promise.all([rollback(changed), set(key, 0.13), rollback(changed), set(key, 0.14)]);
    const { active } = await effective(key);
    const entries = await config.stored("config_audit", { key });
    const olds = entries.map(({ oldValue }) => oldValue);
    const news = entries.map(({ newValue }) => newValue);
    expect([...olds, active].sort()).toEqual([null, ...news].sort());
  });
});

describe("a rollback of a flag or a kill switch", () => {
  const flags = () => config.admin.call(listFlags, {});

  it("CFG-37 CFG-54 a rollback restores the state of a flag; a rollback of its creation removes it", async () => {
    const created = await auditIdOf(config.admin.call(createFlag, { key: "new.inbox" }));
    const toggled = await auditIdOf(config.admin.call(toggleFlag, { key: "new.inbox", enabled: true }));
    await rollback(toggled);
    expect(await flags()).toMatchObject([{ key: "new.inbox", enabled: false }]);
    await rollback(created);
    expect(await flags()).toEqual([]);
    expect(await lastEntry()).toMatchObject({ key: "flag.new.inbox", action: "ROLLBACK", oldValue: false, newValue: null });
    await rollback((await lastEntry()).id);
    expect(await flags()).toMatchObject([{ key: "new.inbox", enabled: false, description: null, createdAt: expect.any(String) }]);
  });

  it("CFG-37 KSW-04 a rollback restores the state of a kill switch", async () => {
    const put = (active: boolean) => config.admin.call(setKillSwitch, { system: "DISCOVER", active });
    const first = await auditIdOf(put(true));
    const second = await auditIdOf(put(false));
    await rollback(second);
    expect(config.runtime.config.isSwitchedOff("DISCOVER")).toBe(true);
    await rollback(first);
    expect(config.runtime.config.isSwitchedOff("DISCOVER")).toBe(false);
    const switches = await config.admin.call(listKillSwitches, {});
    expect(switches).toContainEqual(expect.objectContaining({ system: "DISCOVER", active: false, updatedAt: null }));
    expect(await lastEntry()).toMatchObject({ key: "killswitch.DISCOVER", action: "ROLLBACK", oldValue: true, newValue: null });
  });
});
