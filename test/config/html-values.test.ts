import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import { configChanged, getConfigChange, getConfigKey, getConfigSnapshot, setConfigKey } from "#libs/contracts/config/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { outcomeOf } from "../support/act-as.ts";
import { eventually } from "../support/eventually.ts";
import { type ConfigFixture, startConfig } from "./fixture.ts";

const KEY = "legal.terms_of_service";

describe("a setting that holds published HTML", () => {
  let config: ConfigFixture;
  const set = (value: unknown) => config.admin.call(setConfigKey, { key: KEY, value });
  const stored = async () => (await config.admin.call(getConfigKey, { key: KEY })).value;

  beforeAll(async () => {
    config = await startConfig();
  });
  afterAll(() => config.stop());

  it("LEG-08 an HTML setting is sanitized before it is stored, in the value and in the audit", async () => {
    await set('<h1>Terms</h1><script>steal()</script><p onclick="steal()">Be <a href="javascript:steal()">kind</a>.</p>');
    expect(await stored()).toBe("<h1>Terms</h1><p>Be <a>kind</a>.</p>");
    expect(config.runtime.config.read(KEY)).toBe("<h1>Terms</h1><p>Be <a>kind</a>.</p>");
    expect(JSON.stringify([await config.stored("config_audit"), await config.stored("config_values")])).not.toContain("steal");
  });

  it("LEG-08 an HTML setting is stored unchanged when it holds nothing that a browser would run", async () => {
    const html = "<h1>Terms</h1><p>First version.</p>";
    await set(html);
    expect(await stored()).toBe(html);
  });

  it("LEG-08 an HTML setting is limited in its length after sanitizing", async () => {
    expect(await outcomeOf(set("&".repeat(100_000)))).toBe("config.error.invalid_value");
    expect(await outcomeOf(set(`<p>${"x".repeat(199_000)}</p>`))).toBe("ok");
  });

  it("LEG-03 an HTML setting has the instant of its last change in every process, and null without a text", async () => {
    const { changedAt } = config.runtime.config;
    expect(changedAt("legal.privacy_policy")).toBeNull();
    await set("<p>now</p>");
    const { values } = await call(config.broker, getConfigSnapshot, {});
    expect(changedAt(KEY)?.toISOString()).toBe(values.find(({ key }) => key === KEY)?.updatedAt);
  });

  it("LEG-10 an HTML setting is published with the id of the change, by which the value of that change can be read", async () => {
    const changes: string[] = [];
    const end = await config.runtime.stream.subscribe({ group: "listener", event: configChanged.name }, async ({ payload }) => {
      changes.push((payload as { changeId: string }).changeId);
    });
    await set("<p>one</p>");
    await set("<p>two</p>");
    // Events of earlier changes may still arrive.
    await eventually(async () => {
      const found = await Promise.all(changes.slice(-2).map((changeId) => call(config.broker, getConfigChange, { changeId })));
      expect(found).toEqual(["<p>one</p>", "<p>two</p>"].map((value) => ({ found: true, key: KEY, value })));
    });
    expect(await call(config.broker, getConfigChange, { changeId: uuid() })).toMatchObject({ found: false });
    await end();
  });
});
