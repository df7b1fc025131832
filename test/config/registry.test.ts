import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  getConfigDomain,
  getConfigKey,
  listAllConfig,
  listConfigDomains,
  listOrphans,
  resetConfigKey,
  setConfigKey,
  setScopedConfig,
} from "#libs/contracts/config/index.ts";
import { type ConfigKeyEntry, validationErrorOf } from "#libs/platform/config/key.ts";
import { configDomains, configKeys } from "#libs/platform/config/keys/index.ts";
import { type ConfigFixture, startConfig } from "./fixture.ts";

describe("the registry of settings", () => {
  let config: ConfigFixture;
  const orphans = () => config.admin.call(listOrphans, {});
  const domains = Object.keys(configDomains);
  const keys = Object.keys(configKeys);

  /** Inserts rows directly into the database, in the form that an earlier release may have left there. */
  const insertStored = (...rows: { readonly _id: string; readonly [field: string]: unknown }[]) =>
    config.runtime.database("config").connection.collection<{ _id: string }>("config_values").insertMany(rows);

  beforeAll(async () => {
    config = await startConfig();
  });
  afterAll(() => config.stop());

  it("the product reads every setting", () => {
    const files = execFileSync("git", ["ls-files", "services", "gateway", "libs", "deploy"], { encoding: "utf8" }).split("\n");
    const isReader = (file: string) => /\.tsx?$/.test(file) && !/(^libs\/platform\/config\/keys|\/test)\//.test(file);
    const sources = files.filter(isReader).map((file) => readFileSync(file, "utf8"));
    /** Keys of these families are put together from a limit, a level or a slot. */
    const isMade = (key: string) => /^(ratelimit\.[a-z_]+\.|creator\.commission_|provider\.[a-z_]+$)/.test(key);
    expect(keys.filter((key) => !isMade(key) && !sources.some((source) => source.includes(`"${key}"`)))).toEqual([]);
  });

  it("the registry has a valid default for every key", () => {
    expect(Object.entries(configKeys).filter(([, entry]) => validationErrorOf(entry, entry.default) !== null)).toEqual([]);
  });

  it("CFG-04 the registry lists the domains with their numbers of categories and keys", async () => {
    const rows = await config.admin.call(listConfigDomains, {});
    expect(rows.map(({ domain }) => domain)).toEqual(domains);
    expect(rows).toContainEqual({ domain: "legal", categoryCount: 1, configCount: 2 });
    expect(rows.reduce((sum, { configCount }) => sum + configCount, 0)).toBe(keys.length);
    const categories = Object.values(configDomains).flatMap((entries) => [
      ...new Set(Object.values(entries).map(({ category }) => category)),
    ]);
    expect(rows.reduce((sum, { categoryCount }) => sum + categoryCount, 0)).toBe(categories.length);
  });

  it("CFG-05 the registry lists the keys of a domain by category, and shows each entry as the request for its key does", async () => {
    await config.admin.call(setConfigKey, { key: "dm.timeout_hours", value: 24 });
    const listedKeys: string[] = [];
    for (const name of domains) {
      const { domain, categories } = await config.admin.call(getConfigDomain, { domain: name });
      expect(domain).toBe(name);
      expect(new Set(categories.map(({ category }) => category)).size).toBe(categories.length);
      for (const { category, configs } of categories) {
        expect(configs.length).toBeGreaterThan(0);
        expect(configs.filter((entry) => entry.category !== category || entry.domain !== name)).toEqual([]);
        listedKeys.push(...configs.map(({ key }) => key));
      }
    }
    expect(listedKeys.sort()).toEqual([...keys].sort());
    const { categories } = await config.admin.call(getConfigDomain, { domain: "messaging" });
    const limits = categories.find(({ category }) => category === "limits");
    expect(limits?.configs).toContainEqual(await config.admin.call(getConfigKey, { key: "dm.timeout_hours" }));
  });

  it.each(["nope", "constructor", "__proto__", "MESSAGING", "flags"])(
    "CFG-06 the registry answers 404 for the unknown domain %s",
    async (domain) => {
      await expect(config.admin.call(getConfigDomain, { domain })).rejects.toMatchObject({
        key: "config.error.domain_not_found",
        code: 404,
        vars: { domain },
      });
    },
  );

  it("CFG-08 the registry lists every key in one flat list", async () => {
    await config.admin.call(setConfigKey, { key: "siteName", value: "Paper Boats" });
    await config.admin.call(setConfigKey, { key: "tagline", value: "Soon reset" });
    await config.admin.call(resetConfigKey, { key: "tagline" });
    const all = await config.admin.call(listAllConfig, {});
    expect(all.map(({ key }) => key).sort()).toEqual([...keys].sort());
    expect(all.find(({ key }) => key === "siteName")).toMatchObject({ value: "Paper Boats", source: "ADMIN", version: 1 });
    expect(all.find(({ key }) => key === "tagline")).toMatchObject({ source: "DEFAULT", version: 2 });
  });

  it("CFG-25 BUS-03 the registry says of every sensitive key which processes read it", () => {
    const silent = Object.entries(configKeys as Record<string, ConfigKeyEntry>).filter(
      ([, { sensitive, readBy }]) => Boolean(sensitive) !== Boolean(readBy),
    );
    expect(silent).toEqual([]);
  });

  it("CFG-25 the registry masks sensitive values in its lists", async () => {
    const key = "provider.email_secret";
    await config.admin.call(setConfigKey, { key, value: "s3cr3t" });
    const responses = [await config.admin.call(listAllConfig, {}), await config.admin.call(getConfigDomain, { domain: "provider" })];
    expect(JSON.stringify(responses)).not.toContain("s3cr3t");
    expect(responses[0]).toContainEqual(expect.objectContaining({ key, value: "********", sensitive: true }));
  });

  it("CFG-07 the registry lists a stored key that it does not know as an orphan, and masks its value", async () => {
    await config.admin.call(setScopedConfig, { key: "dm.timeout_hours", scope: "region", scopeValue: "DE", value: 3 });
    expect(await orphans()).toEqual([]);
    const lastChange = { version: 3, updatedAt: new Date("2026-01-02T03:04:05Z"), updatedBy: "an-admin" };
    const scope = { kind: "region", value: "DE" };
    await insertStored(
      { _id: "old.limit|region|DE", key: "old.limit", scope, value: 8, ...lastChange },
      { _id: "old.limit", key: "old.limit", scope: null, value: "once a secret", ...lastChange },
      { _id: "old.color|region|DE", key: "old.color", scope, value: "red", ...lastChange },
      { _id: "by.hand", key: "by.hand", value: 1 },
      { _id: "reset.long.ago", key: "reset.long.ago", scope: null, ...lastChange },
    );
    const found = await orphans();
    expect(found).toMatchObject([
      { key: "by.hand", source: "ADMIN", version: 0, updatedAt: null, updatedBy: null },
      { key: "old.color", source: "SCOPED", updatedBy: "an-admin" },
      { key: "old.limit", source: "ADMIN", version: 3, updatedAt: "2026-01-02T03:04:05.000Z" },
    ]);
    expect(JSON.stringify(found)).not.toContain("secret");
    expect(found.every(({ value, sensitive }) => value === "********" && sensitive)).toBe(true);
  });
});
