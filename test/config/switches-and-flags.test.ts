import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Context } from "moleculer";
import { createFlag, listConfigAudit, listFlags, listKillSwitches, setKillSwitch, toggleFlag } from "#libs/contracts/config/index.ts";
import { HINTS } from "#libs/contracts/hints.ts";
import { outcomeOf } from "../support/act-as.ts";
import { eventually } from "../support/eventually.ts";
import { type ConfigFixture, startConfig } from "./fixture.ts";

describe("kill switches", () => {
  let config: ConfigFixture;
  const put = (system: string, active: boolean, reason?: string) => config.admin.call(setKillSwitch, { system, active, reason });

  beforeAll(async () => {
    config = await startConfig();
  });
  afterAll(() => config.stop());

  it("CFG-56 kill switches are listed for every system of the registry, inactive at first", async () => {
    await expect(config.admin.call(listKillSwitches, {})).resolves.toEqual(
      ["MESSAGING", "CREATOR_UPGRADE", "DISCOVER", "UPLOADS", "WEBHOOKS", "PAYMENTS", "PAYOUTS"].map((system) => ({
        system,
        active: false,
        reason: null,
        updatedAt: null,
        updatedBy: null,
        trippedBy: null,
      })),
    );
  });

  it("CFG-57 KSW-04 kill switches ignore upper and lower case in the name of the system, and take effect immediately when turned on or off", async () => {
    await put("Messaging", true, "maintenance");
    expect(config.runtime.config.isSwitchedOff("MESSAGING")).toBe(true);
    expect(config.runtime.config.isSwitchedOff("DISCOVER")).toBe(false);
    const [messaging] = await config.admin.call(listKillSwitches, {});
    const written = { updatedBy: config.admin.userId, updatedAt: expect.stringMatching(/^\d{4}-.*Z$/) };
    expect(messaging).toMatchObject({ system: "MESSAGING", active: true, reason: "maintenance", ...written });
    await put("messaging", false);
    expect(config.runtime.config.isSwitchedOff("MESSAGING")).toBe(false);
  });

  it("KSW-09 CFG-60 kill switches add an audit entry and an event with each change; the entry has actor, old value (null at first) and new value", async () => {
    await put("DISCOVER", true);
    await put("DISCOVER", false, "again");
    const { items } = await config.admin.call(listConfigAudit, { domain: "killswitches", limit: 2 });
    const entry = { key: "killswitch.DISCOVER", domain: "killswitches", action: "TOGGLE", changedBy: config.admin.userId };
    expect(items).toMatchObject([
      { ...entry, oldValue: true, newValue: false, reason: "again" },
      { ...entry, oldValue: null, newValue: true },
    ]);
    const events = await config.stored("outbox", { event: "config.changed", "payload.key": entry.key });
    expect(events.map(({ payload }) => payload)).toMatchObject(
      items.map(() => ({ domain: "killswitches", scope: null, changedBy: entry.changedBy })),
    );
  });

  it.each(["NOPE", "constructor"])("KSW-10 kill switches answer 404 for the unknown system %s", async (system) => {
    await expect(put(system, true)).rejects.toMatchObject({ key: "config.error.kill_switch_not_found", code: 404 });
  });

  it("CON-27 the audit of staff says what a switch was before and after, and why", async () => {
    await put("UPLOADS", true, "full disk");
    await put("UPLOADS", false);
    const lines = await config.stored("audit_log", { target: "killswitch.UPLOADS" });
    expect(lines).toHaveLength(2);
    for (const details of [
      { scope: null, from: null, to: true, reason: "full disk" },
      { scope: null, from: true, to: false, reason: null },
    ])
      expect(lines).toContainEqual(expect.objectContaining({ details }));
  });

  it("CFG-57 kill switches refuse a request without the new state with 400", async () => {
    await expect(config.admin.call(setKillSwitch, { system: "DISCOVER" } as never)).rejects.toMatchObject({
      key: "error.validation_failed",
    });
  });

  it("KSW-05 kill switches send a hint to every process after a change, and no hint after a refused change", async () => {
    const hints: string[] = [];
    const listener = config.broker.createService({
      name: "listener",
      events: {
        // Skips the revision, which is repeated every second.
        [HINTS.configChanged.name]: ({ params }: Context<object>) => void ("revision" in params || hints.push("config changed")),
      },
    });
    await put("DISCOVER", false);
    await eventually(async () => expect(hints).toHaveLength(1));
    await outcomeOf(put("NOPE", true));
    await put("DISCOVER", false);
    await eventually(async () => expect(hints).toHaveLength(2));
    await config.broker.destroyService(listener);
  });

  it("KSW-11 kill switches keep the last known state while the config service is unavailable", async () => {
    await put("CREATOR_UPGRADE", true);
    const service = config.broker.getLocalService("config");
    if (service) await config.broker.destroyService(service);
    await config.broker.broadcast("hint.config-changed");
    expect(config.runtime.config.isSwitchedOff("CREATOR_UPGRADE")).toBe(true);
  });
});

describe("feature flags", () => {
  let config: ConfigFixture;

  beforeAll(async () => {
    config = await startConfig();
  });
  afterAll(() => config.stop());

  it("CFG-50 CFG-51 CFG-54 feature flags are created, listed and toggled", async () => {
    await expect(config.admin.call(listFlags, {})).resolves.toEqual([]);
    const created = await config.admin.call(createFlag, { key: "new.inbox", description: "The new inbox" });
    expect(created).toMatchObject({ key: "new.inbox", enabled: false, description: "The new inbox", updatedBy: config.admin.userId });
    await config.admin.call(toggleFlag, { key: "new.inbox", enabled: true });
    expect(config.runtime.config.isEnabled("new.inbox")).toBe(true);
    await expect(config.admin.call(listFlags, {})).resolves.toMatchObject([{ key: "new.inbox", enabled: true }]);
    const { items } = await config.admin.call(listConfigAudit, { domain: "flags" });
    expect(items).toMatchObject([
      { key: "flag.new.inbox", action: "TOGGLE", oldValue: false, newValue: true },
      { key: "flag.new.inbox", action: "CREATE", oldValue: null, newValue: false },
    ]);
  });

  it("CFG-52 feature flags are created once when ten requests race for one key; the other nine get 409", async () => {
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcomeOf(config.admin.call(createFlag, { key: "raced" }))));
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "config.error.flag_exists")).toHaveLength(9);
    await expect(config.stored("config_audit", { key: "flag.raced" })).resolves.toHaveLength(1);
  });

  it.each([undefined, "", "Upper", "1st", "with space", "x".repeat(101)])(
    "CFG-53 feature flags refuse the key %p with 400",
    async (key) => {
      await expect(config.admin.call(createFlag, { key } as never)).rejects.toMatchObject({ key: "error.validation_failed" });
    },
  );

  it("CFG-55 feature flags refuse to toggle an unknown flag with 404, and a request without the new state with 400", async () => {
    await expect(config.admin.call(toggleFlag, { key: "unknown", enabled: true })).rejects.toMatchObject({
      key: "config.error.flag_not_found",
      code: 404,
    });
    await expect(config.admin.call(toggleFlag, { key: "raced" } as never)).rejects.toMatchObject({ key: "error.validation_failed" });
  });
});
