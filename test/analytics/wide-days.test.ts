import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Connection } from "mongoose";
import { DIMENSIONS } from "#libs/contracts/analytics.ts";
import { noFaults } from "#libs/faults/fault-points.ts";
import { DAY, HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { pageDayStore } from "#services/analytics/data/page-day.store.ts";
import { reportStore } from "#services/analytics/data/report.store.ts";
import { tallyStore } from "#services/analytics/data/tally.store.ts";
import { keyCounts, packedKeys, packKeys } from "#services/analytics/domain/key-counts.ts";
import { shareList } from "#services/analytics/domain/share-list.ts";
import type { Widths } from "#services/analytics/rollups/count-days.ts";
import { dashboard } from "#services/analytics/rollups/dashboard.ts";
import { rollUps } from "#services/analytics/rollups/roll-up.ts";
import { eventually } from "#test/support/eventually.ts";
import { type Fixture, startAnalytics } from "./fixture.ts";
import { scopeOf } from "./recount.ts";

let analytics: Fixture;
let connection: Connection;
beforeAll(async () => {
  analytics = await startAnalytics();
  connection = analytics.runtime.database("analytics");
});
afterAll(() => analytics.stop());
afterEach(() => analytics.runtime.clock.reset());

const BEGIN = new Date("2031-06-01T00:00:00.000Z");

/** Six days of a page; on the third there are more visitors, and on the fifth more values, than on all others. */
async function visitedPage() {
  const owner = analytics.newOwner();
  const { bioPageId } = owner;
  for (const [index, visitors] of [2, 1, 9, 3, 3, 2].entries()) {
    analytics.runtime.clock.set(new Date(BEGIN.getTime() + index * DAY + HOUR));
    const trackingToken = await analytics.token(bioPageId);
    for (let visitor = 0; visitor < visitors; visitor += 1) {
      const utmSource = index === 4 ? `source ${visitor}` : "mail";
      const sessionId = await analytics.sessionId({ visitorId: `v${visitor}`, bioPageId, trackingToken, utmSource });
      await analytics.view({ sessionId, bioPageId, linkClicked: uuid() });
    }
  }
  analytics.runtime.clock.set(new Date("2031-06-20T00:00:00.000Z"));
  return owner;
}

describe("days that are too wide for a rollup", () => {
  const narrow: Widths = { visitors: 4, values: 2, valueBytes: 1_000 };
  it.each([
    ["visitors", narrow, 5],
    ["nothing", { ...narrow, visitors: 0, values: 0 }, 0],
    ["bytes", { ...narrow, valueBytes: 3 }, 5],
  ] as const)("ANX-03 are counted from their rows, and the answers are those of a recount (%s)", async (_what, widths, rolled) => {
    const owner = await visitedPage();
    const [tallies, pageDays, reports] = [tallyStore(connection), pageDayStore(connection), reportStore(connection)];
    const { clock, config } = analytics.runtime;
    const board = dashboard({
      clock,
      config,
      reports,
      tallies,
      pageDays,
      rollUps: rollUps({ tallies, pageDays, faults: noFaults }, widths),
    });
    const scope = await scopeOf(analytics, owner, { from: BEGIN, to: new Date(BEGIN.getTime() + 6 * DAY) });
    for (let round = 0; round < 2; round += 1) {
      expect(await board.overview(scope)).toMatchObject({ ...(await reports.sessionTotals(scope)), pageViews: 20, linkClicks: 20 });
      expect((await board.timeseries(scope)).visitors).toEqual(await reports.visitorsPerDay(scope));
      expect(await board.funnel(scope)).toMatchObject({ sessions: 20, clicked: 20, engaged: 0 });
      for (const dimension of DIMENSIONS) expect(await board.breakdown(scope, dimension)).toEqual(await reports.shares(scope, dimension));
    }
    const kept = () =>
      connection
        .collection("page_days")
        .find({ bioPageId: owner.bioPageId, counts: { $exists: true } })
        .sort({ day: 1 })
        .toArray();
    await eventually(async () => expect(await kept()).toHaveLength(6), 20_000);
    const days = await kept();
    expect(days.filter(({ counts }) => counts !== null)).toHaveLength(rolled);
    if (rolled > 0)
      expect(days.map(({ counts }) => counts && counts.shares.utmSource === null)).toEqual(
        _what === "bytes" ? [true, true, null, true, true, true] : [false, false, null, false, true, false],
      );
  });
});

describe("ANX-03 what rollups are put together with", () => {
  it("keys are told apart and counted, however many there are", () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => ({ key: `visitor ${index}`, count: 2 }));
    const keys = keyCounts();
    expect(packedKeys(packKeys(names(5_000)))).toBe(5_000);
    keys.add(packKeys(names(5_000)));
    keys.add(packKeys(names(7_000)));
    expect(keys.size()).toBe(7_000);
    keys.subtract(packKeys(names(6_000)));
    expect(keys.size()).toBe(6_000);
    keys.subtract(packKeys(names(5_000)));
    expect(keys.size()).toBe(1_000);
  });

  it("shares come in the order of the store: the greatest, then none, then by their bytes", () => {
    const list = shareList();
    list.add([null, "b", "\u{1F600}", "\uFB01", "B", "gone"].map((value) => ({ value, count: 1 })));
    list.add([{ value: "z", count: 3 }]);
    list.subtract([{ value: "gone", count: 1 }]);
    expect(list.greatest(6).map(({ value }) => value)).toEqual(["z", null, "B", "b", "\uFB01", "\u{1F600}"]);
    expect(list.greatest(2)).toHaveLength(2);
  });
});
