import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { transactionOn } from "#libs/mongo/transaction.ts";
import { liveDeps } from "#services/config/deps.ts";
import { type ConfigFixture, startConfig } from "./fixture.ts";

describe("a change that comes to nothing", () => {
  let config: ConfigFixture;

  beforeAll(async () => {
    config = await startConfig();
  });
  afterAll(() => config.stop());

  it("CFG-24 leaves no trace in any collection, however far it came", async () => {
    const connection = config.runtime.database("config");
    const collections = ["config_values", "config_audit", "config_revision", "feature_flags", "kill_switches", "audit_log", "outbox"];
    const stored = () => Promise.all(collections.map((collection) => config.stored(collection)));
    const before = await stored();
    const { values, audit, flags, switches, revision, auditLog } = liveDeps(config.runtime);
    const by = { updatedBy: "somebody", updatedAt: new Date() };
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
      await revision.advance(tx);
      await values.put(tx, { key: "siteName", scope: null, value: "Paper Boats", ...by });
      await flags.put(tx, "a.flag", { enabled: true, ...by });
      await flags.insert(tx, { _id: "another.flag", enabled: true, description: null, createdAt: by.updatedAt, ...by });
      await switches.put(tx, "MESSAGING", { active: true, reason: null, ...by });
      await audit.add(tx, { ...entry, changedBy: by.updatedBy, changedAt: by.updatedAt });
      await auditLog.add(tx, { actor: by.updatedBy, action: "config.SET", target: "siteName" });
      throw new Error("undone");
    });
    await expect(change).rejects.toThrow("undone");
    expect(await stored()).toEqual(before);
  });
});
