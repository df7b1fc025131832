import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import {
  clearConfigCache,
  getConfigKey,
  getConfigSnapshot,
  listConfigAudit,
  resetConfigKey,
  rollbackConfig,
  setConfigKey,
} from "#libs/contracts/config/index.ts";
import { liveDeps } from "#services/config/deps.ts";
import { type ConfigFixture, startConfig } from "./fixture.ts";

const KEY = "provider.email_secret";

let config: ConfigFixture;
beforeAll(async () => {
  config = await startConfig();
});
afterAll(() => config.stop());

const set = (value: unknown, key: string = KEY) => config.admin.call(setConfigKey, { key, value });
const storedValues = () => config.runtime.database("config").connection.collection<{ _id: string; value: unknown }>("config_values");
const snapshotValues = async () => (await call(config.broker, getConfigSnapshot, {})).values.filter(({ key }) => key === KEY);

/** All documents of the database as JSON: what a stolen copy would reveal. */
async function databaseDump(): Promise<string> {
  const collections = await config.runtime.database("config").connection.listCollections();
  expect(collections.map(({ name }) => name)).toEqual(expect.arrayContaining(["config_values", "config_audit", "audit_log", "outbox"]));
  return JSON.stringify(await Promise.all(collections.map(({ name }) => config.stored(name))));
}

describe("a sensitive setting", () => {
  it("CFG-25 a sensitive setting is encrypted in the database: no collection holds its plain text, but every process reads it in plain text", async () => {
    await set("s3cr3t-one");
    await set("s3cr3t-two");
    await set("s3cr3t-three", "provider.oauth_secret");
    expect(await databaseDump()).not.toContain("s3cr3t");
    expect(config.runtime.config.read(KEY)).toBe("s3cr3t-two");
    expect(config.runtime.config.read("provider.oauth_secret")).toBe("s3cr3t-three");
    expect((await snapshotValues()).map(({ value }) => value)).toEqual(["s3cr3t-two"]);
  });

  it("CFG-25 a sensitive setting is encrypted differently each time, also when the value is the same", async () => {
    await set("s3cr3t-same");
    const [one] = await config.stored("config_values", { key: KEY });
    await set("s3cr3t-same");
    const [other] = await config.stored("config_values", { key: KEY });
    expect(one?.value).not.toEqual(other?.value);
  });

  it("CFG-25 CFG-32 CFG-37 a sensitive setting can be reset; the rollback of the first value set after that leaves it unset", async () => {
    await config.admin.call(resetConfigKey, { key: KEY });
    expect(config.runtime.config.read(KEY)).toBeNull();
    await set("s3cr3t-late");
    const [entry] = (await config.admin.call(listConfigAudit, { limit: 1 })).items;
    expect(entry).toMatchObject({ key: KEY, oldValue: null, newValue: "********" });
    await config.admin.call(rollbackConfig, { auditId: entry?.id ?? "" });
    expect(config.runtime.config.read(KEY)).toBeNull();
  });

  it("CFG-25 a sensitive setting counts as unset when its database value was overwritten with that of another key; the audit log masks both values", async () => {
    await set("s3cr3t-mail");
    await set("s3cr3t-sign-in", "provider.oauth_secret");
    const mail = await storedValues().findOne({ _id: KEY });
    await storedValues().updateOne({ _id: "provider.oauth_secret" }, { $set: { value: mail?.value } });
    await config.admin.call(clearConfigCache, {});
    expect(config.runtime.config.read("provider.oauth_secret")).toBeNull();
    expect(config.runtime.config.read(KEY)).toBe("s3cr3t-mail");
    expect(await config.admin.call(getConfigKey, { key: "provider.oauth_secret" })).toMatchObject({ value: null });
    await set("s3cr3t-again", "provider.oauth_secret");
    const [entry] = (await config.admin.call(listConfigAudit, { limit: 1 })).items;
    expect(entry).toMatchObject({ oldValue: "********", newValue: "********" });
  });

  it("CFG-25 a sensitive setting is effective when an earlier release stored it in plain text, and is encrypted at the next start", async () => {
    await storedValues().updateOne({ _id: KEY }, { $set: { value: "s3cr3t-old" } });
    await config.insertOverride(KEY, { kind: "region", value: "DE" }, "s3cr3t-old-de");
    expect(config.runtime.config.read(KEY)).toBe("s3cr3t-old");
    await liveDeps(config.runtime).values.sealPlaintext();
    expect(await databaseDump()).not.toContain("s3cr3t");
    expect(await snapshotValues()).toContainEqual(expect.objectContaining({ scope: null, value: "s3cr3t-old" }));
  });
});
