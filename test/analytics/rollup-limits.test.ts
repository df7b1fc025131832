import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { DIMENSIONS } from "#libs/contracts/analytics/index.ts";
import { DAY, HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { noFaults } from "#libs/platform/faults/fault-points.ts";
import type { Database } from "#libs/platform/mongo/database.ts";
import { pageDayStore } from "#services/analytics/data/page-day.store.ts";
import { periodCountStore } from "#services/analytics/data/period-count.store.ts";
import { reportStore } from "#services/analytics/data/report.store.ts";
import { keyCounts, packedKeyCount, packKeys } from "#services/analytics/domain/key-counts.ts";
import { shareCounts } from "#services/analytics/domain/share-counts.ts";
import { dashboard } from "#services/analytics/reports/dashboard.ts";
import type { RollupLimits } from "#services/analytics/rollups/count-periods.ts";
import { rollups } from "#services/analytics/rollups/rollups.ts";
import { eventually } from "../support/eventually.ts";
import { type Fixture, startAnalytics } from "./fixture.ts";
import { scopeOf } from "./recount.ts";

let analytics: Fixture;
let database: Database;
beforeAll(async () => {
  analytics = await startAnalytics();
  database = analytics.runtime.database("analytics");
});
afterAll(() => analytics.stop());
afterEach(() => analytics.runtime.clock.reset());

const START = new Date("2031-06-01T00:00:00.000Z");

/** Six days of a page. The third has the most visitors and the fifth the most values. */
async function visitedPage() {
  const owner = analytics.newOwner();
  const { bioPageId } = owner;
  for (const [index, visitors] of [2, 1, 9, 3, 3, 2].entries()) {
    analytics.runtime.clock.set(new Date(START.getTime() + index * DAY + HOUR));
    const trackingToken = await analytics.token(bioPageId);
    for (let visitor = 0; visitor < visitors; visitor += 1) {
      const utmSource = index === 4 ? `source ${visitor}` : "mail";
      const sessionId = await analytics.sessionId({ visitorId: `v${visitor}`, bioPageId, trackingToken, utmSource });
      await analytics.view({ sessionId, bioPageId });
      await analytics.view({ sessionId, bioPageId, linkClicked: uuid() });
    }
  }
  analytics.runtime.clock.set(new Date("2031-06-20T00:00:00.000Z"));
  return owner;
}

describe("days that are too large for a rollup", () => {
  const lowLimits: RollupLimits = { visitors: 4, values: 2, valueBytes: 1_000 };
  it.each([
    ["visitors and values", lowLimits, 5],
    ["zero", { ...lowLimits, visitors: 0, values: 0 }, 0],
    ["bytes of the values", { ...lowLimits, valueBytes: 3 }, 5],
  ] as const)(
    "ANX-03 days that are too large for a rollup are counted from their rows, and every report is equal to a recount (limits: %s)",
    async (_name, limits, rolledDays) => {
      const owner = await visitedPage();
      const [periodCounts, pageDays, reports] = [periodCountStore(database), pageDayStore(database), reportStore(database)];
      const { clock, config } = analytics.runtime;
      const pageDashboard = dashboard({
        clock,
        config,
        reports,
        periodCounts,
        pageDays,
        rollups: rollups({ periodCounts, pageDays, faults: noFaults }, limits),
      });
      const scope = await scopeOf(analytics, owner, { from: START, to: new Date(START.getTime() + 6 * DAY) });
      for (let round = 0; round < 2; round += 1) {
        expect(await pageDashboard.overview(scope)).toMatchObject({
          ...(await reports.countSessions(scope)),
          pageViews: 20,
          linkClicks: 20,
        });
        expect((await pageDashboard.timeseries(scope)).visitors).toEqual(await reports.countVisitorsByDay(scope));
        expect(await pageDashboard.funnel(scope)).toMatchObject({ sessions: 20, clicked: 20, engaged: 20 });
        for (const dimension of DIMENSIONS)
          expect(await pageDashboard.breakdown(scope, dimension)).toEqual(await reports.listTopShares(scope, dimension));
      }
      const rollupRows = () =>
        database.connection
          .collection("page_days")
          .find({ bioPageId: owner.bioPageId, counts: { $exists: true } })
          .sort({ day: 1 })
          .toArray();
      await eventually(async () => expect(await rollupRows()).toHaveLength(6));
      const days = await rollupRows();
      expect(days.filter(({ counts }) => counts !== null)).toHaveLength(rolledDays);
      if (rolledDays > 0)
        expect(days.map(({ counts }) => counts && counts.shares.utmSource === null)).toEqual(
          limits.valueBytes === 3 ? [true, true, null, true, true, true] : [false, false, null, false, true, false],
        );
    },
  );
});

describe("ANX-03 the sums over rollups", () => {
  it("count many distinct keys", () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => ({ key: `visitor ${index}`, count: 2 }));
    const keys = keyCounts();
    expect(packedKeyCount(packKeys(names(5_000)))).toBe(5_000);
    keys.add(packKeys(names(5_000)));
    keys.add(packKeys(names(7_000)));
    expect(keys.size()).toBe(7_000);
    keys.subtract(packKeys(names(6_000)));
    expect(keys.size()).toBe(6_000);
    keys.subtract(packKeys(names(5_000)));
    expect(keys.size()).toBe(1_000);
  });

  it("list shares in the order of the database: by count, then null, then by bytes", () => {
    const list = shareCounts();
    list.add([null, "b", "\u{1F600}", "\uFB01", "B", "subtracted"].map((value) => ({ value, count: 1 })));
    list.add([{ value: "z", count: 3 }]);
    list.subtract([{ value: "subtracted", count: 1 }]);
    expect(list.top(6).map(({ value }) => value)).toEqual(["z", null, "B", "b", "\uFB01", "\u{1F600}"]);
    expect(list.top(2)).toHaveLength(2);
  });
});
