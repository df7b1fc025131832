import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { getConfigKey, getEffectiveConfig, setConfigKey } from "#libs/contracts/config/index.ts";
import { configKeys } from "#libs/platform/config/keys/index.ts";
import { outcomeOf } from "../support/act-as.ts";
import { eventually } from "../support/eventually.ts";
import { type ConfigFixture, startConfig } from "./fixture.ts";

const PLACEHOLDER_WORDS = ["test", "placeholder", "example", "lorem", "todo", "asdf", "xxx", "jjj"];
const CHECKED_KEYS = ["siteName", "tagline", "copyrightHolder"];

describe("a configuration key", () => {
  let config: ConfigFixture;
  const set = (key: string, value: unknown, more: object = {}) => config.admin.call(setConfigKey, { key, value, ...more });
  const get = (key: string) => config.admin.call(getConfigKey, { key });
  const audits = () => config.stored("config_audit");

  beforeAll(async () => {
    config = await startConfig({ configOverrides: new Map([["CONFIG_DISCOVER_PAGE_SIZE", "7"]]) });
  });
  afterAll(() => config.stop());

  it("CFG-09 a key is read by its dotted name, with type, default, value and source", async () => {
    await expect(get("dm.free_daily_limit")).resolves.toMatchObject({
      key: "dm.free_daily_limit",
      domain: "messaging",
      category: "limits",
      type: "number",
      value: 5,
      default: 5,
      source: "DEFAULT",
      version: 0,
      updatedAt: null,
      updatedBy: null,
    });
  });

  it("CFG-10 a key is 404 on get, effective and set when it is unknown", async () => {
    const refused = { key: "config.error.key_not_found", code: 404 };
    await expect(get("nope.key")).rejects.toMatchObject(refused);
    await expect(config.admin.call(getEffectiveConfig, { key: "nope.key" })).rejects.toMatchObject(refused);
    await expect(set("nope.key", 1)).rejects.toMatchObject(refused);
    await expect(set("__proto__", 1)).rejects.toMatchObject(refused);
  });

  it("CFG-11 CFG-26 a key has an effective value with default, active value and source, before and after a change", async () => {
    const effective = () => config.admin.call(getEffectiveConfig, { key: "dm.timeout_hours" });
    await expect(effective()).resolves.toMatchObject({ default: 48, active: 48, source: "DEFAULT", scope: null });
    await set("dm.timeout_hours", 24);
    await expect(effective()).resolves.toMatchObject({ default: 48, active: 24, source: "ADMIN", scope: null });
  });

  it.each([
    ["dm.free_daily_limit", "abc"],
    ["dm.free_daily_limit", "5"],
    ["dm.free_daily_limit", 1.5],
    ["dm.free_daily_limit", null],
    ["messaging.search_projection", "yes"],
    ["messaging.search_projection", 1],
    ["provider.email", "pigeon"],
    ["siteName", 42],
  ])("CFG-12 CFG-21 a key refuses a value of a wrong type with 400: %s %p", async (key, value) => {
    await expect(set(key, value)).rejects.toMatchObject({
      key: "config.error.invalid_value",
      errorCode: "VALIDATION_FAILED",
      code: 400,
      details: [{ message: expect.stringMatching(/^value /) }],
    });
  });

  it.each([
    [0, false],
    [1, true],
    [720, true],
    [721, false],
  ])("CFG-13 a key accepts values within its bounds only: dm.timeout_hours %p, accepted %p", async (value, accepted) => {
    await expect(outcomeOf(set("dm.timeout_hours", value))).resolves.toBe(accepted ? "ok" : "config.error.invalid_value");
  });

  it("CFG-14 a key is not set without a value: 400", async () => {
    await expect(config.admin.call(setConfigKey, { key: "siteName" } as never)).rejects.toMatchObject({
      key: "error.validation_failed",
      details: [{ message: "value is required" }],
    });
  });

  it("CFG-15 a key keeps its value with 400 when only the environment may set it", async () => {
    await expect(set("site.public_host", "https://evil.example")).rejects.toMatchObject({ key: "config.error.env_only", code: 400 });
    await expect(get("site.public_host")).resolves.toMatchObject({ envOnly: true, source: "DEFAULT", version: 0 });
  });

  it.each(CHECKED_KEYS.flatMap((key) => PLACEHOLDER_WORDS.map((word) => [key, word])))(
    "CFG-17 a key refuses a placeholder with 422 and names the word: %s “%s”",
    async (key, word) => {
      await expect(set(key, `Our ${word} site`)).rejects.toMatchObject({ key: "config.error.placeholder", code: 422, vars: { key, word } });
    },
  );

  it.each([
    ["My TEST site", "test"],
    ["Lorem Ipsum", "lorem"],
    ["axxxb", "xxx"],
    ["Latest Stories", "test"],
  ])("CFG-18 a key refuses a placeholder in any letter case and at any position: “%s”", async (value, word) => {
    await expect(set("siteName", value)).rejects.toMatchObject({ key: "config.error.placeholder", vars: { word } });
  });

  it("CFG-19 a key without the placeholder check accepts placeholder words", async () => {
    await expect(set("site.support_email", "test@example.org")).resolves.toEqual({});
  });

  it("CFG-22 CFG-61 a key has its new value in the process that changed it before the response", async () => {
    for (const hours of [11, 12, 13]) {
      await set("dm.timeout_hours", hours);
      expect(config.runtime.config.read("dm.timeout_hours")).toBe(hours);
    }
  });

  it("CFG-23 a key is audited with each change: one entry with old and new value, and one audit line", async () => {
    const before = (await audits()).length;
    await set("dm.free_per_creator_daily", 2, { reason: "a quiet week" });
    await set("dm.free_per_creator_daily", 3);
    const entries = (await audits()).slice(before);
    const by = { key: "dm.free_per_creator_daily", domain: "messaging", action: "SET", changedBy: config.admin.userId, scope: null };
    expect(entries).toMatchObject([
      { ...by, oldValue: null, newValue: 2, reason: "a quiet week" },
      { ...by, oldValue: 2, newValue: 3, reason: null },
    ]);
    expect(entries[0]?.changedAt).toBeInstanceOf(Date);
    await expect(config.stored("audit_log", { target: "dm.free_per_creator_daily" })).resolves.toHaveLength(2);
  });

  it("CFG-24 a key writes no audit entry, audit line or event for a refused change", async () => {
    const counts = async () => [(await audits()).length, (await config.stored("outbox")).length, (await config.stored("audit_log")).length];
    await eventually(async () => expect(await config.stored("outbox", { publishedAt: null })).toEqual([]));
    const before = await counts();
    const refused = await Promise.all([
      outcomeOf(set("dm.timeout_hours", "x")),
      outcomeOf(set("tagline", "lorem")),
      outcomeOf(set("nope", 1)),
      outcomeOf(set("site.public_host", "x")),
      outcomeOf(set("tagline", "fine", { expectedVersion: 9 })),
    ]);
    expect(refused).toEqual([
      "config.error.invalid_value",
      "config.error.placeholder",
      "config.error.key_not_found",
      "config.error.env_only",
      "config.error.version_conflict",
    ]);
    expect(await counts()).toEqual(before);
  });

  it("CFG-25 a key is masked in reads, audit and events when it is sensitive, and plain for the services", async () => {
    const sensitive = Object.entries(configKeys).flatMap(([key, entry]) => ("sensitive" in entry && entry.sensitive ? [key] : []));
    const payment = ["provider.payment_callback_secret", "provider.payment_secret"];
    expect(sensitive.sort()).toEqual(["ops.heartbeat_url", "provider.email_secret", "provider.oauth_secret", ...payment]);
    await expect(get("provider.email_secret")).resolves.toMatchObject({ value: null, sensitive: true });
    await set("provider.email_secret", "s3cr3t-one");
    await set("provider.email_secret", "s3cr3t-two");
    const records = [
      await get("provider.email_secret"),
      await config.admin.call(getEffectiveConfig, { key: "provider.email_secret" }),
      await audits(),
      await config.stored("audit_log"),
      await config.stored("outbox"),
    ];
    expect(JSON.stringify(records)).not.toContain("s3cr3t");
    expect(records[0]).toMatchObject({ value: "********", source: "ADMIN" });
    expect(config.runtime.config.read("provider.email_secret")).toBe("s3cr3t-two");
  });

  it("CFG-27 a key has source ENV when the environment sets it, until an administrator overrides it", async () => {
    const effective = () => config.admin.call(getEffectiveConfig, { key: "discover.page_size" });
    await expect(effective()).resolves.toMatchObject({ default: 20, active: 7, source: "ENV" });
    await set("discover.page_size", 9);
    await expect(effective()).resolves.toMatchObject({ active: 9, source: "ADMIN" });
  });

  it("CFG-59 a key accepts one of several racing changes that expect the same version; the others are 409", async () => {
    const { version } = await get("tagline");
    const raced = await Promise.all(
      ["Alpha", "Beta", "Gamma", "Delta"].map((value) => outcomeOf(set("tagline", value, { expectedVersion: version }))),
    );
    expect(raced.filter((outcome) => outcome === "ok")).toHaveLength(1);
    expect(raced.filter((outcome) => outcome === "config.error.version_conflict")).toHaveLength(3);
    await expect(get("tagline")).resolves.toMatchObject({ version: version + 1 });
  });

  it("CFG-60 a key publishes config.changed with key, domain and scope of each change, without the value", async () => {
    const payloads: unknown[] = [];
    const end = await config.runtime.stream.subscribe(
      { group: "listener", event: "config.changed" },
      async ({ payload }) => void payloads.push(payload),
    );
    await set("siteName", "Paper Boats");
    await eventually(() =>
      expect(payloads).toContainEqual({
        changeId: expect.any(String),
        key: "siteName",
        domain: "site",
        scope: null,
        changedBy: config.admin.userId,
        changedAt: expect.any(String),
      }),
    );
    expect(JSON.stringify(payloads)).not.toContain("Paper Boats");
    await end();
  });
});
