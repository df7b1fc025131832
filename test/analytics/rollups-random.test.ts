import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { DIMENSIONS } from "#libs/contracts/analytics/index.ts";
import { HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { seededRandom } from "../support/random.ts";
import { searchSize } from "../support/search-size.ts";
import { busyPage } from "./busy-page.ts";
import { type Fixture, startAnalytics } from "./fixture.ts";
import { recountOf, reportsOf } from "./recount.ts";

let analytics: Fixture;
beforeAll(async () => {
  analytics = await startAnalytics({ configOverrides: new Map([["CONFIG_ANALYTICS_RETENTION_DAYS", "30"]]) });
});
afterAll(() => analytics.stop());

const START = new Date("2031-06-01T09:00:00.000Z");
const STEPS = 55;
const RUNS = [
  { seed: 1, over: "weeks", maxStepMs: 43 * HOUR },
  { seed: 3, over: "two days", maxStepMs: 100 * MINUTE },
  { seed: 2, over: "weeks", maxStepMs: 43 * HOUR },
];

describe("ANX-03 the reports of a page with late changes", () => {
  it.each(RUNS.slice(0, searchSize(2, 3)))(
    "ANX-03 reports are equal to a recount of the rows after each step over $over (seed $seed)",
    async ({ seed, maxStepMs }) => {
      const { clock } = analytics.runtime;
      clock.set(START);
      const { owner, step } = busyPage(analytics, seed, maxStepMs);
      const { below, pick } = seededRandom(seed + 1_000);
      const countRollups = () =>
        analytics.runtime
          .database("analytics")
          .connection.collection("page_days")
          .countDocuments({ bioPageId: owner.bioPageId, "counts.sessions": { $gte: 1 } });
      let mostRollups = 0;
      for (let count = 1; count <= STEPS; count += 1) {
        const event = await step();
        const now = clock.now().getTime();
        const to = new Date(below(2) ? now : now - below(6 * maxStepMs));
        const range = { from: new Date(to.getTime() - HOUR - below(25 * maxStepMs)), to };
        const dimensions = ["page", pick(DIMENSIONS.slice(0, -1))] as const;
        const reports = { count, event, ...(await reportsOf(owner, range, dimensions)) };
        expect(reports).toEqual({ count, event, ...(await recountOf(analytics, owner, range, dimensions)) });
        mostRollups = Math.max(mostRollups, await countRollups());
      }
      expect(clock.now().getTime() - START.getTime()).toBeGreaterThan(15 * maxStepMs);
      expect(mostRollups).toBeGreaterThanOrEqual(10);
    },
  );
});
