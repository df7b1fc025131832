import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { transactionOn } from "#libs/platform/mongo/transaction.ts";
import { liveDeps } from "#services/config/deps.ts";
import { type ConfigFixture, startConfig } from "./fixture.ts";

describe("a change of the configuration that fails", () => {
  let config: ConfigFixture;

  beforeAll(async () => {
    config = await startConfig();
  });
  afterAll(() => config.stop());

  it("CFG-24 leaves every collection unchanged, also when it fails after the last write", async () => {
    const connection = config.runtime.database("config").connection;
    const collections = ["config_values", "config_audit", "config_revision", "feature_flags", "kill_switches", "audit_log", "outbox"];
    const stored = () => Promise.all(collections.map((collection) => config.stored(collection)));
    const before = await stored();
    const { values, configAudit, flags, switches, revision, audit } = liveDeps(config.runtime);
    const by = { updatedBy: "an-admin", updatedAt: new Date() };
    const entry = {
      key: "siteName",
      domain: "site",
      action: "SET",
      existed: false,
      oldValue: null,
      newValue: "x",
      scope: null,
      reason: null,
    } as const;
    const change = transactionOn(connection)(async (tx) => {
      await revision.increment(tx);
      await values.upsert(tx, { key: "siteName", scope: null, value: "Paper Boats", ...by });
      await flags.upsert(tx, "a.flag", { enabled: true, ...by });
      await flags.insert(tx, { _id: "another.flag", enabled: true, description: null, createdAt: by.updatedAt, ...by });
      await switches.upsert(tx, "MESSAGING", { active: true, reason: null, trippedBy: null, ...by });
      await configAudit.append(tx, { ...entry, changedBy: by.updatedBy, changedAt: by.updatedAt });
      await audit.add(tx, { actor: by.updatedBy, action: "config.SET", target: "siteName" });
      throw new Error("failed");
    });
    await expect(change).rejects.toThrow("failed");
    expect(await stored()).toEqual(before);
  });
});
