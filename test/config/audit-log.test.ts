import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createFlag, getConfigKey, listConfigAudit, listConfigHistory, setConfigKey } from "#libs/contracts/config.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { actAs } from "#test/support/act-as.ts";
import { type ConfigFixture, startConfig } from "./fixture.ts";

describe("the audit log of the configuration", () => {
  let config: ConfigFixture;
  const list = (params: Partial<Record<"domain" | "changedBy", string>> & Partial<Record<"days" | "limit" | "offset" | "page", number>>) =>
    config.admin.call(listConfigAudit, params);

  beforeAll(async () => {
    config = await startConfig();
    for (const hours of [1, 2, 3]) await config.admin.call(setConfigKey, { key: "dm.timeout_hours", value: hours });
    config.runtime.clock.advance(2 * DAY);
    for (const hours of [4, 5]) await config.admin.call(setConfigKey, { key: "dm.timeout_hours", value: hours });
    await actAs(config.broker, config.runtime, { userId: "another-admin", roles: ["ADMIN"] }).call(createFlag, { key: "one" });
  });
  afterAll(() => config.stop());

  it("CFG-41 is a page-based list, newest first", async () => {
    const { items, ...page } = await list({});
    expect(items.map(({ newValue }) => newValue)).toEqual([false, 5, 4, 3, 2, 1]);
    expect(page).toEqual({ total: 6, page: 1, limit: 50, totalPages: 1 });
  });

  it("CFG-42 CFG-43 filters by domain and by admin", async () => {
    expect((await list({ domain: "messaging" })).total).toBe(5);
    expect((await list({ domain: "flags" })).total).toBe(1);
    expect((await list({ domain: "nothing" })).totalPages).toBe(0);
    expect((await list({ changedBy: "another-admin" })).items).toMatchObject([{ key: "flag.one" }]);
  });

  it("CFG-44 days hides older entries", async () => {
    expect((await list({ days: 1 })).total).toBe(3);
    expect((await list({ days: 365 })).total).toBe(6);
  });

  it.each([{ days: 0 }, { days: 366 }, { limit: 0 }, { limit: 201 }, { offset: -1 }, { offset: 10_001 }, { page: 0 }])(
    "CFG-44 CFG-45 CFG-46 CFG-47 %p is 400",
    async (params) => {
      await expect(list(params)).rejects.toMatchObject({ key: "error.validation_failed" });
    },
  );

  it.each([{ days: 1 }, { days: 365 }, { limit: 1 }, { limit: 200 }, { offset: 0 }, { offset: 10_000 }, { page: 1 }, { page: 1e300 }])(
    "CFG-44 CFG-45 CFG-46 %p is accepted",
    async (params) => {
      await expect(list(params)).resolves.toMatchObject({ limit: 50, ...("limit" in params && params) });
    },
  );

  it("CFG-46 CFG-47 offset works without page; page wins and is 1-based", async () => {
    const values = async (params: { limit: number; offset?: number; page?: number }) =>
      (await list(params)).items.map(({ newValue }) => newValue);
    expect(await values({ limit: 2, offset: 3 })).toEqual([3, 2]);
    expect(await values({ limit: 2, page: 2 })).toEqual([4, 3]);
    expect(await values({ limit: 2, page: 1, offset: 4 })).toEqual([false, 5]);
    expect(await values({ limit: 2, page: 9 })).toEqual([]);
  });

  it.each([{ domain: "messaging" }, { changedBy: "another-admin" }, { key: "dm.timeout_hours" }, {}])(
    "CFG-35 CFG-41 entries are long, some of them: %p is read in the order of an index and never sorted",
    async (filter) => {
      const entries = config.runtime.database("config").collection("config_audit");
      const { queryPlanner } = await entries.find(filter).sort({ changedAt: -1, _id: -1 }).limit(50).explain("executionStats");
      expect(JSON.stringify(queryPlanner.winningPlan)).toMatch(/IXSCAN/);
      expect(JSON.stringify(queryPlanner.winningPlan)).not.toMatch(/COLLSCAN|"SORT"/);
    },
  );

  it("CFG-23 CFG-35 of changes at the same time the newest entry is the one that holds, and each begins where the one before ended", async () => {
    const key = "dm.free_daily_limit";
    const writes = Array.from({ length: 8 }, (_, value) => config.admin.call(setConfigKey, { key, value }));
    await Promise.all(writes);
    const entries = (await config.admin.call(listConfigHistory, { key })).reverse();
    expect(entries).toHaveLength(8);
    expect(entries.map(({ oldValue }) => oldValue)).toEqual([null, ...entries.slice(0, -1).map(({ newValue }) => newValue)]);
    const { value, updatedAt } = await config.admin.call(getConfigKey, { key });
    expect(entries.at(-1)).toMatchObject({ newValue: value, changedAt: updatedAt });
  });
});
