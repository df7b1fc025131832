import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import {
  getConfigKey,
  listConfigAudit,
  resetConfigKey,
  resetScopedConfig,
  rollbackConfig,
  setConfigKey,
} from "#libs/contracts/config/index.ts";
import { outcomeOf } from "../support/act-as.ts";
import { type ConfigFixture, startConfig } from "./fixture.ts";

const HOST = "provider.email_host";
const SECRET = "provider.email_secret";

let config: ConfigFixture;
const set = (key: string, value: unknown, expectedVersion?: number) => config.admin.call(setConfigKey, { key, value, expectedVersion });
const secret = () => config.runtime.config.read(SECRET);
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
    ["provider.payment_base_url", "https://elsewhere.boats.net", "provider.payment_callback_secret"],
  ] as const)(
    "CFG-25 the secret of a provider is removed with a change of %s, so that it is never sent to the new destination",
    async (key, value, secretKey) => {
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
    },
  );

  it("CFG-25 a key names the secrets that its change removes, before it is changed; a reset keeps its reason", async () => {
    const secretKeys = ["provider.payment_secret", "provider.payment_callback_secret"];
    expect(await config.admin.call(getConfigKey, { key: "provider.payment_base_url" })).toMatchObject({ secretKeys });
    expect(await config.admin.call(getConfigKey, { key: SECRET })).not.toHaveProperty("secretKeys");
    await config.admin.call(resetConfigKey, { key: HOST, reason: "moved" });
    expect(await latest(2)).toContainEqual(expect.objectContaining({ key: HOST, action: "RESET", reason: "moved" }));
  });

  it("CFG-25 both secrets of the payment provider are removed with a change of its address", async () => {
    const secrets = ["provider.payment_secret", "provider.payment_callback_secret"] as const;
    for (const key of secrets) await set(key, "s3cr3t");
    await set("provider.payment_base_url", "https://elsewhere.example.net:8443");
    expect(secrets.map((key) => config.runtime.config.read(key))).toEqual([null, null]);
    expect((await latest(3)).map(({ key }) => key).sort()).toEqual(["provider.payment_base_url", ...secrets].sort());
    for (const wrong of ["https://pay.example.net/v1", "pay.example.net", "https://a@pay.example.net"]) {
      expect(await outcomeOf(set("provider.payment_base_url", wrong))).toBe("config.error.invalid_value");
    }
    for (const wrong of ["", "a,", ",a", "a,b,c,d"]) expect(await outcomeOf(set(secrets[1], wrong))).toBe("config.error.invalid_value");
    await set(secrets[1], "a,b,c");
  });

  it("CFG-25 the secret of a provider is removed with scoped changes, resets and rollbacks of the destination too", async () => {
    await config.insertOverride(SECRET, { kind: "region", value: "DE" }, "s3cr3t-de");
    await config.insertOverride(HOST, { kind: "region", value: "DE" }, "de.boats.net");
    await config.admin.call(resetScopedConfig, { key: HOST, scope: "region", scopeValue: "DE" });
    expect(secret()).toBeNull();
    expect(await config.stored("config_values", { key: SECRET, value: { $exists: true } })).toEqual([]);
    await set(SECRET, "s3cr3t");
    await config.admin.call(resetConfigKey, { key: HOST });
    expect(secret()).toBeNull();
    const [, entry] = (await latest(2)).toSorted((a, b) => a.key.localeCompare(b.key) * -1);
    expect(entry).toMatchObject({ key: HOST, action: "RESET" });
    await set(SECRET, "s3cr3t");
    await config.admin.call(rollbackConfig, { auditId: entry?.id ?? "" });
    expect([config.runtime.config.read(HOST), secret()]).toEqual(["mail.boats.net", null]);
  });

  it("CFG-25 the secret of a provider stays when the value is the same or the change is refused", async () => {
    await set(HOST, "mail.boats.net");
    await set("provider.email_port", 2525);
    expect(await outcomeOf(set(HOST, "no host at all"))).toBe("config.error.invalid_value");
    expect(await outcomeOf(set(HOST, "elsewhere.boats.net", 99_999))).toBe("config.error.version_conflict");
    expect(secret()).toBe("s3cr3t");
  });
});

describe("the secret of a provider that the environment sets", () => {
  it("CFG-25 CFG-27 a secret from the environment is overridden with null when the destination changes", async () => {
    config = await startConfig({ configOverrides: new Map([["CONFIG_PROVIDER_EMAIL_SECRET", "s3cr3t-env"]]) });
    expect(secret()).toBe("s3cr3t-env");
    await set(HOST, "elsewhere.boats.net");
    expect(secret()).toBeNull();
    await config.stop();
  });
});
