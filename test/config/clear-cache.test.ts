import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import { clearConfigCache, getConfigSnapshot, setConfigKey } from "#libs/contracts/config/index.ts";
import { actAs } from "../support/act-as.ts";
import { type ConfigFixture, startConfig } from "./fixture.ts";

const KEY = "dm.timeout_hours";

describe("clearing the config cache", () => {
  let config: ConfigFixture;
  const clear = (...roles: string[]) => actAs(config.broker, config.runtime, { userId: "cache-admin", roles }).call(clearConfigCache, {});
  const values = () => config.runtime.database("config").connection.collection<{ _id: string }>("config_values");

  beforeAll(async () => {
    config = await startConfig();
  });
  afterAll(() => config.stop());

  it.each(["ADMIN", "ANALYST", "FINANCE"])("CFG-48 clearing the cache is refused to %s with 403 and not audited", async (role) => {
    await expect(clear(role)).rejects.toMatchObject({ key: "error.forbidden", code: 403 });
    expect(await config.stored("audit_log")).toEqual([]);
  });

  it("CFG-48 CFG-49 clearing the cache makes values effective that were changed in the database, before it answers, and is audited", async () => {
    await config.admin.call(setConfigKey, { key: KEY, value: 12 });
    const { revision } = await call(config.broker, getConfigSnapshot, {});
    await values().updateOne({ _id: KEY }, { $set: { value: 33 } });
    expect(await call(config.broker, getConfigSnapshot, { knownRevision: revision })).toMatchObject({ unchanged: true });
    expect(config.runtime.config.read(KEY)).toBe(12);
    await expect(clear("SUPER_ADMIN")).resolves.toBeUndefined();
    expect(config.runtime.config.read(KEY)).toBe(33);
    const again = await call(config.broker, getConfigSnapshot, { knownRevision: revision });
    expect(again).toMatchObject({ unchanged: false, values: [{ key: KEY, value: 33 }] });
    expect(await config.stored("audit_log", { target: "cache" })).toMatchObject([{ actor: "cache-admin", action: "config.CLEAR_CACHE" }]);
  });

  it("CFG-49 clearing the cache makes a document effective that was inserted by hand with its key and value only", async () => {
    await values().insertOne({ _id: "siteName", key: "siteName", value: "Paper Boats" } as { _id: string });
    await clear("SUPER_ADMIN");
    expect([config.runtime.config.read("siteName"), config.runtime.config.changedAt("siteName")]).toEqual(["Paper Boats", null]);
  });

  it("CFG-15 clearing the cache ignores a stored value of a key that only the environment sets", async () => {
    const key = "site.public_host";
    const before = config.runtime.config.read(key);
    const author = { version: 1, updatedAt: new Date(), updatedBy: "an-admin" };
    const scope = { kind: "tier", value: "GOLD" };
    await values().insertMany([
      { _id: key, key, scope: null, value: "https://evil.example", ...author } as { _id: string },
      { _id: `${key}|tier|GOLD`, key, scope, value: "https://evil.example", ...author } as { _id: string },
    ]);
    await clear("SUPER_ADMIN");
    expect([config.runtime.config.read(key), config.runtime.config.read(key, { tier: "GOLD" })]).toEqual([before, before]);
  });
});
