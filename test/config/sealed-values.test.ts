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
  setScopedConfig,
} from "#libs/contracts/config.ts";
import { liveDeps } from "#services/config/deps.ts";
import { type ConfigFixture, startConfig } from "./fixture.ts";

const KEY = "provider.email_secret";
const DE = { scope: "region", scopeValue: "DE" } as const;

let config: ConfigFixture;
beforeAll(async () => {
  config = await startConfig();
});
afterAll(() => config.stop());

const set = (value: unknown, key: string = KEY) => config.admin.call(setConfigKey, { key, value });
const rows = () => config.runtime.database("config").collection<{ _id: string; value: unknown }>("config_values");
const snapshotValues = async () => (await call(config.broker, getConfigSnapshot, {})).values.filter(({ key }) => key === KEY);

/** The whole database, as somebody with a copy of it sees it. */
async function wholeStore(): Promise<string> {
  const collections = await config.runtime.database("config").listCollections();
  expect(collections.map(({ name }) => name)).toEqual(expect.arrayContaining(["config_values", "config_audit", "audit_log", "outbox"]));
  return JSON.stringify(await Promise.all(collections.map(({ name }) => config.stored(name))));
}

describe("a sensitive setting", () => {
  it("CFG-25 lies sealed in the store: no collection holds the plain value, every process gets it", async () => {
    await set("s3cr3t-one");
    await set("s3cr3t-two");
    await config.admin.call(setScopedConfig, { key: KEY, ...DE, value: "s3cr3t-three" });
    expect(await wholeStore()).not.toContain("s3cr3t");
    expect(config.runtime.config.read(KEY)).toBe("s3cr3t-two");
    expect(config.runtime.config.read(KEY, { region: "DE" })).toBe("s3cr3t-three");
    expect((await snapshotValues()).map(({ value }) => value).sort()).toEqual(["s3cr3t-three", "s3cr3t-two"]);
  });

  it("CFG-25 two equal ones do not look alike", async () => {
    await set("s3cr3t-same");
    await config.admin.call(setScopedConfig, { key: KEY, ...DE, value: "s3cr3t-same" });
    const [one, other] = await config.stored("config_values", { key: KEY });
    expect(one?.value).not.toEqual(other?.value);
  });

  it("CFG-25 CFG-32 CFG-37 can be taken away, and a first one rolled back", async () => {
    await config.admin.call(resetConfigKey, { key: KEY });
    expect(config.runtime.config.read(KEY)).toBeNull();
    await set("s3cr3t-late");
    const [entry] = (await config.admin.call(listConfigAudit, { limit: 1 })).items;
    expect(entry).toMatchObject({ key: KEY, oldValue: null, newValue: "********" });
    await config.admin.call(rollbackConfig, { auditId: entry?.id ?? "" });
    expect(config.runtime.config.read(KEY)).toBeNull();
  });

  it("CFG-25 moved to another key or scope it is no value, and still masked", async () => {
    await set("s3cr3t-mail");
    await set("s3cr3t-sign-in", "provider.oauth_secret");
    const mail = await rows().findOne({ _id: KEY });
    await rows().updateOne({ _id: "provider.oauth_secret" }, { $set: { value: mail?.value } });
    await config.admin.call(clearConfigCache, {});
    expect(config.runtime.config.read("provider.oauth_secret")).toBeNull();
    expect(config.runtime.config.read(KEY)).toBe("s3cr3t-mail");
    expect(await config.admin.call(getConfigKey, { key: "provider.oauth_secret" })).toMatchObject({ value: null });
    await set("s3cr3t-again", "provider.oauth_secret");
    const [entry] = (await config.admin.call(listConfigAudit, { limit: 1 })).items;
    expect(entry).toMatchObject({ oldValue: "********", newValue: "********" });
  });

  it("CFG-25 that an earlier release left in the clear counts, and is sealed at the next start", async () => {
    await rows().updateOne({ _id: KEY }, { $set: { value: "s3cr3t-old" } });
    await config.admin.call(clearConfigCache, {});
    expect(config.runtime.config.read(KEY)).toBe("s3cr3t-old");
    await liveDeps(config.runtime).prepare();
    expect(await wholeStore()).not.toContain("s3cr3t");
    expect(await snapshotValues()).toContainEqual(expect.objectContaining({ scope: null, value: "s3cr3t-old" }));
  });
});
