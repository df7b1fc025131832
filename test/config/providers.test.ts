import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { listProviders, setConfigKey } from "#libs/contracts/config/index.ts";
import { PROVIDER_SLOTS } from "#libs/policies/provider-slots.ts";
import { missingSettings } from "#libs/providers/missing-settings.ts";
import { TRIAL_SECRET } from "../providers/checkout-server/server.ts";
import { outcomeOf } from "../support/act-as.ts";
import { eventually } from "../support/eventually.ts";
import { type ConfigFixture, startConfig } from "./fixture.ts";

describe("GET /admin/providers", () => {
  let config: ConfigFixture;
  const set = (key: string, value: unknown) => config.admin.call(setConfigKey, { key, value });
  const slotOf = async (name: string) => (await config.admin.call(listProviders, {})).find(({ slot }) => slot === name);

  beforeAll(async () => {
    config = await startConfig();
  });
  afterAll(() => config.stop());

  it("ENV-23 lists every slot with its implementations and the setting that selects one", async () => {
    const rows = await config.admin.call(listProviders, {});
    expect(rows.map(({ slot }) => slot)).toEqual(PROVIDER_SLOTS);
    expect(rows.map(({ slot, configKey }) => configKey === `provider.${slot}`)).not.toContain(false);
    expect(rows.find(({ slot }) => slot === "kyc")).toEqual({
      slot: "kyc",
      active: "manual",
      configKey: "provider.kyc",
      implementations: [
        { name: "manual", configured: true, missingSettings: [] },
        { name: "sandbox", configured: true, missingSettings: [] },
        { name: "payee", configured: true, missingSettings: [] },
      ],
    });
    expect(rows.find(({ slot }) => slot === "oauth")).toMatchObject({ active: null });
  });

  it("CFG-25 lists the keys of missing settings and shows no value", async () => {
    const smtp = async () => (await slotOf("email"))?.implementations.find(({ name }) => name === "smtp");
    expect(await smtp()).toEqual({ name: "smtp", configured: false, missingSettings: ["provider.email_host", "provider.email_from"] });
    await set("provider.email_host", "mail.boats.example");
    await set("provider.email_from", "no-reply@boats.example");
    await set("provider.email_secret", "s3cr3t");
    await set("provider.email", "smtp");
    await eventually(async () => expect(await smtp()).toEqual({ name: "smtp", configured: true, missingSettings: [] }));
    expect(await slotOf("email")).toMatchObject({ active: "smtp" });
    expect(JSON.stringify(await config.admin.call(listProviders, {}))).not.toMatch(/s3cr3t|boats/);
  });

  it("PMT-12 CFG-25 lists a payment secret for trials as missing in production only", async () => {
    const checkout = (missing: readonly string[]) => ({ name: "checkout", configured: missing.length === 0, missingSettings: missing });
    const shown = async () => (await slotOf("payment"))?.implementations.find(({ name }) => name === "checkout");
    const [secret, callbackSecret] = ["provider.payment_secret", "provider.payment_callback_secret"] as const;
    expect(await shown()).toEqual(checkout([secret, callbackSecret]));
    await set(secret, TRIAL_SECRET);
    await set(callbackSecret, "s3cr3t");
    expect(await shown()).toEqual(checkout([]));
    const config = { read: (key: string) => ({ [secret]: TRIAL_SECRET, [callbackSecret]: "s3cr3t" })[key] } as never;
    expect(missingSettings("payment", "checkout", { config, env: { production: true } })).toEqual([secret]);
  });

  it("refuses an implementation that does not exist", async () => {
    expect(await outcomeOf(set("provider.sms", "pigeon"))).toBe("config.error.invalid_value");
  });
});
