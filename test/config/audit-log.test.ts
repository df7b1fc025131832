import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createFlag, getConfigKey, listConfigAudit, listConfigHistory, setConfigKey } from "#libs/contracts/config/index.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { actAs } from "../support/act-as.ts";
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

  it("CFG-41 lists the entries page by page, newest first", async () => {
    const { items, ...page } = await list({});
    expect(items.map(({ newValue }) => newValue)).toEqual([false, 5, 4, 3, 2, 1]);
    expect(page).toEqual({ total: 6, page: 1, limit: 50, totalPages: 1 });
  });

  it("CFG-42 CFG-43 filters by domain and by administrator", async () => {
    expect((await list({ domain: "messaging" })).total).toBe(5);
    expect((await list({ domain: "flags" })).total).toBe(1);
    expect((await list({ domain: "nothing" })).totalPages).toBe(0);
    expect((await list({ changedBy: "another-admin" })).items).toMatchObject([{ key: "flag.one" }]);
  });

  it.each([
    [{ domain: "messaging", changedBy: "another-admin" }, 0],
    [{ domain: "flags", changedBy: "another-admin" }, 1],
    [{ domain: "messaging", days: 1 }, 2],
    [{ changedBy: "another-admin", days: 1 }, 1],
    [{ domain: "flags", changedBy: "another-admin", days: 1 }, 1],
  ])("CFG-42 CFG-43 CFG-44 entries of %j fulfil all of it", async (filter, total) => {
    expect(await list(filter)).toMatchObject({ total, items: { length: total } });
  });

  it("CFG-44 leaves out entries that are older than the given number of days", async () => {
    expect((await list({ days: 1 })).total).toBe(3);
    expect((await list({ days: 365 })).total).toBe(6);
  });

  it.each([{ days: 0 }, { days: 366 }, { limit: 0 }, { limit: 201 }, { offset: -1 }, { offset: 10_001 }, { page: 0 }])(
    "CFG-44 CFG-45 CFG-46 CFG-47 refuses %p with 400",
    async (params) => {
      await expect(list(params)).rejects.toMatchObject({ key: "error.validation_failed" });
    },
  );

  it.each([{ days: 1 }, { days: 365 }, { limit: 1 }, { limit: 200 }, { offset: 0 }, { offset: 10_000 }, { page: 1 }, { page: 1e300 }])(
    "CFG-44 CFG-45 CFG-46 accepts %p",
    async (params) => {
      await expect(list(params)).resolves.toMatchObject({ limit: 50, ...("limit" in params && params) });
    },
  );

  it("CFG-46 CFG-47 uses the offset without a page; a page wins and counts from 1", async () => {
    const values = async (params: { limit: number; offset?: number; page?: number }) =>
      (await list(params)).items.map(({ newValue }) => newValue);
    expect(await values({ limit: 2, offset: 3 })).toEqual([3, 2]);
    expect(await values({ limit: 2, page: 2 })).toEqual([4, 3]);
    expect(await values({ limit: 2, page: 1, offset: 4 })).toEqual([false, 5]);
    expect(await values({ limit: 2, page: 9 })).toEqual([]);
  });

  it.each([{ domain: "messaging" }, { changedBy: "another-admin" }, { key: "dm.timeout_hours" }, {}])(
    "CFG-35 CFG-41 reads the entries of %p from an index, in order, because sorting long entries would need too much memory",
    async (filter) => {
      const entries = config.runtime.database("config").connection.collection("config_audit");
      const { queryPlanner } = await entries.find(filter).sort({ changedAt: -1, _id: -1 }).limit(50).explain("executionStats");
      expect(JSON.stringify(queryPlanner.winningPlan)).toMatch(/IXSCAN/);
      expect(JSON.stringify(queryPlanner.winningPlan)).not.toMatch(/COLLSCAN|"SORT"/);
    },
  );

  it("CFG-23 CFG-35 orders concurrent changes: the newest entry has the value in force, and each old value is the new value of the entry before", async () => {
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
