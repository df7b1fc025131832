import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { misfit } from "#libs/config/key.ts";
import { configDomains, configKeys } from "#libs/config/keys/index.ts";
import {
  getConfigDomain,
  getConfigKey,
  listAllConfig,
  listConfigDomains,
  listOrphans,
  resetConfigKey,
  setConfigKey,
  setScopedConfig,
} from "#libs/contracts/config.ts";
import { type ConfigFixture, startConfig } from "./fixture.ts";

describe("the registry as admins see it", () => {
  let config: ConfigFixture;
  const orphans = () => config.admin.call(listOrphans, {});
  const domains = Object.keys(configDomains);
  const keys = Object.keys(configKeys);

  /** Writes into the store itself, as an earlier release would have. */
  const leave = (...rows: { readonly _id: string; readonly [field: string]: unknown }[]) =>
    config.runtime.database("config").collection<{ _id: string }>("config_values").insertMany(rows);

  beforeAll(async () => {
    config = await startConfig();
  });
  afterAll(() => config.stop());

  it("every default fits its own key", () => {
    expect(Object.entries(configKeys).filter(([, entry]) => misfit(entry, entry.default) !== null)).toEqual([]);
  });

  it("CFG-04 the domains with their numbers of categories and keys", async () => {
    const rows = await config.admin.call(listConfigDomains, {});
    expect(rows.map(({ domain }) => domain)).toEqual(domains);
    expect(rows).toContainEqual({ domain: "legal", categoryCount: 1, configCount: 2 });
    expect(rows.reduce((sum, { configCount }) => sum + configCount, 0)).toBe(keys.length);
    const categories = Object.values(configDomains).flatMap((entries) => [
      ...new Set(Object.values(entries).map(({ category }) => category)),
    ]);
    expect(rows.reduce((sum, { categoryCount }) => sum + categoryCount, 0)).toBe(categories.length);
  });

  it("CFG-05 the keys of every domain by category, each as it is shown alone", async () => {
    await config.admin.call(setConfigKey, { key: "dm.timeout_hours", value: 24 });
    const seen: string[] = [];
    for (const name of domains) {
      const { domain, categories } = await config.admin.call(getConfigDomain, { domain: name });
      expect(domain).toBe(name);
      expect(new Set(categories.map(({ category }) => category)).size).toBe(categories.length);
      for (const { category, configs } of categories) {
        expect(configs.length).toBeGreaterThan(0);
        expect(configs.filter((entry) => entry.category !== category || entry.domain !== name)).toEqual([]);
        seen.push(...configs.map(({ key }) => key));
      }
    }
    expect(seen.sort()).toEqual([...keys].sort());
    const { categories } = await config.admin.call(getConfigDomain, { domain: "messaging" });
    const limits = categories.find(({ category }) => category === "limits");
    expect(limits?.configs).toContainEqual(await config.admin.call(getConfigKey, { key: "dm.timeout_hours" }));
  });

  it.each(["nope", "constructor", "__proto__", "MESSAGING", "flags"])("CFG-06 domain %s: 404", async (domain) => {
    await expect(config.admin.call(getConfigDomain, { domain })).rejects.toMatchObject({
      key: "config.error.domain_not_found",
      code: 404,
      vars: { domain },
    });
  });

  it("CFG-08 all of it in one flat list", async () => {
    await config.admin.call(setConfigKey, { key: "siteName", value: "Paper Boats" });
    await config.admin.call(setConfigKey, { key: "tagline", value: "Gone again" });
    await config.admin.call(resetConfigKey, { key: "tagline" });
    const all = await config.admin.call(listAllConfig, {});
    expect(all.map(({ key }) => key).sort()).toEqual([...keys].sort());
    expect(all.find(({ key }) => key === "siteName")).toMatchObject({ value: "Paper Boats", source: "ADMIN", version: 1 });
    expect(all.find(({ key }) => key === "tagline")).toMatchObject({ source: "DEFAULT", version: 2 });
  });

  it("CFG-25 hides sensitive values in the lists", async () => {
    const key = "provider.email_secret";
    await config.admin.call(setConfigKey, { key, value: "s3cr3t" });
    const seen = [await config.admin.call(listAllConfig, {}), await config.admin.call(getConfigDomain, { domain: "provider" })];
    expect(JSON.stringify(seen)).not.toContain("s3cr3t");
    expect(seen[0]).toContainEqual(expect.objectContaining({ key, value: "********", sensitive: true }));
  });

  it("CFG-07 orphans are the stored keys that it does not know; there are none at first", async () => {
    await config.admin.call(setScopedConfig, { key: "dm.timeout_hours", scope: "region", scopeValue: "DE", value: 3 });
    expect(await orphans()).toEqual([]);
    const author = { version: 3, updatedAt: new Date("2026-01-02T03:04:05Z"), updatedBy: "somebody" };
    const scope = { kind: "region", value: "DE" };
    await leave(
      { _id: "old.limit|region|DE", key: "old.limit", scope, value: 8, ...author },
      { _id: "old.limit", key: "old.limit", scope: null, value: "once a secret", ...author },
      { _id: "old.colour|region|DE", key: "old.colour", scope, value: "red", ...author },
      { _id: "by.hand", key: "by.hand", value: 1 },
      { _id: "reset.long.ago", key: "reset.long.ago", scope: null, ...author },
    );
    const found = await orphans();
    expect(found).toMatchObject([
      { key: "by.hand", source: "ADMIN", version: 0, updatedAt: null, updatedBy: null },
      { key: "old.colour", source: "SCOPED", updatedBy: "somebody" },
      { key: "old.limit", source: "ADMIN", version: 3, updatedAt: "2026-01-02T03:04:05.000Z" },
    ]);
    expect(JSON.stringify(found)).not.toContain("secret");
    expect(found.every(({ value, sensitive }) => value === "********" && sensitive)).toBe(true);
  });
});
