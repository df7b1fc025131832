import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { listConfigAudit, resetConfigKey, rollbackConfig, setConfigKey, setScopedConfig } from "#libs/contracts/config.ts";
import { outcomeOf } from "#test/support/act-as.ts";
import { type ConfigFixture, startConfig } from "./fixture.ts";

const HOST = "provider.email_host";
const SECRET = "provider.email_secret";

let config: ConfigFixture;
const set = (key: string, value: unknown, expectedVersion?: number) => config.admin.call(setConfigKey, { key, value, expectedVersion });
const secret = (region?: string) => config.runtime.config.read(SECRET, region === undefined ? {} : { region });
const latest = async (limit: number) => (await config.admin.call(listConfigAudit, { limit })).items;

describe("the secret of a provider", () => {
  beforeAll(async () => {
    config = await startConfig();
  });
  beforeEach(async () => {
    await set(HOST, "mail.boats.net");
    await set(SECRET, "s3cr3t");
  });
  afterAll(() => config.stop());

  it.each([
    [HOST, "elsewhere.boats.net", SECRET],
    ["provider.email_user", "somebody-else", SECRET],
    ["provider.oauth_issuer", "https://elsewhere.boats.net", "provider.oauth_secret"],
    ["provider.oauth_client_id", "other-client", "provider.oauth_secret"],
  ] as const)("CFG-25 is gone with a change of %s, and never sent to the new place", async (key, value, secretKey) => {
    await set(secretKey, "s3cr3t");
    await set(key, value);
    expect(config.runtime.config.read(secretKey)).toBeNull();
    expect(config.runtime.config.read(key)).toBe(value);
    expect(await config.stored("config_values", { key: secretKey, value: { $exists: true } })).toEqual([]);
    const entries = await latest(2);
    const reset = { key: secretKey, action: "RESET", oldValue: "********", newValue: null, changedBy: config.admin.userId };
    expect(entries).toContainEqual(expect.objectContaining({ ...reset, reason: `${key} was changed` }));
    const ids = entries.map(({ id }) => id);
    expect(await config.stored("outbox", { "payload.changeId": { $in: ids } })).toHaveLength(2);
    expect((await config.stored("audit_log", { target: secretKey, action: "config.RESET" })).length).toBeGreaterThan(0);
  });

  it("CFG-25 goes with every way to change the place: scopes, reset and rollback too", async () => {
    const scoped = (key: string, value: string) => config.admin.call(setScopedConfig, { key, scope: "region", scopeValue: "DE", value });
    await scoped(SECRET, "s3cr3t-de");
    await scoped(HOST, "de.boats.net");
    expect([secret(), secret("DE")]).toEqual([null, null]);
    await set(SECRET, "s3cr3t");
    await config.admin.call(resetConfigKey, { key: HOST });
    expect(secret()).toBeNull();
    const [, entry] = (await latest(2)).toSorted((a, b) => a.key.localeCompare(b.key) * -1);
    expect(entry).toMatchObject({ key: HOST, action: "RESET" });
    await set(SECRET, "s3cr3t");
    await config.admin.call(rollbackConfig, { auditId: entry?.id ?? "" });
    expect([config.runtime.config.read(HOST), secret()]).toEqual(["mail.boats.net", null]);
  });

  it("CFG-25 stays when nothing changes, or the change is refused", async () => {
    await set(HOST, "mail.boats.net");
    await set("provider.email_port", 2525);
    expect(await outcomeOf(set(HOST, "no host at all"))).toBe("config.error.invalid_value");
    expect(await outcomeOf(set(HOST, "elsewhere.boats.net", 99_999))).toBe("config.error.version_conflict");
    expect(secret()).toBe("s3cr3t");
  });
});

describe("the secret of a provider, from the environment", () => {
  it("CFG-25 CFG-27 is overridden with none when the place changes", async () => {
    config = await startConfig({ configOverrides: new Map([["CONFIG_PROVIDER_EMAIL_SECRET", "s3cr3t-env"]]) });
    expect(secret()).toBe("s3cr3t-env");
    await set(HOST, "elsewhere.boats.net");
    expect(secret()).toBeNull();
    await config.stop();
  });
});
