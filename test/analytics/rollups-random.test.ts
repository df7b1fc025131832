import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { DIMENSIONS } from "#libs/contracts/analytics.ts";
import { DAY, HOUR } from "#libs/kernel/clock.ts";
import { seededRandom } from "#test/support/random.ts";
import { busyPage } from "./busy-page.ts";
import { type Fixture, startAnalytics } from "./fixture.ts";
import { recountOf, saidTo } from "./recount.ts";

let analytics: Fixture;
beforeAll(async () => {
  analytics = await startAnalytics({ configOverrides: new Map([["CONFIG_ANALYTICS_RETENTION_DAYS", "30"]]) });
});
afterAll(() => analytics.stop());

const BEGIN = new Date("2031-06-01T09:00:00.000Z");
const STEPS = 55;

describe("ANX-03 weeks of a page, with everything that can come late", () => {
  it.each([1, 2])(
    "ANX-03 every report equals a recount of the rows after each step (seed %i)",
    async (seed) => {
      const { clock } = analytics.runtime;
      clock.set(BEGIN);
      const { owner, step } = busyPage(analytics, seed);
      const { below, pick } = seededRandom(seed + 1_000);
      const rolled = () =>
        analytics.runtime
          .database("analytics")
          .collection("page_days")
          .countDocuments({ bioPageId: owner.bioPageId, "counts.sessions": { $gte: 1 } });
      let most = 0;
      for (let count = 1; count <= STEPS; count += 1) {
        const what = await step();
        const now = clock.now().getTime();
        const to = new Date(below(2) ? now : now - below(10 * 24) * HOUR);
        const range = { from: new Date(to.getTime() - (1 + below(45 * 24)) * HOUR), to };
        const dimensions = ["page", pick(DIMENSIONS.slice(0, -1))] as const;
        const said = { count, what, ...(await saidTo(owner, range, dimensions)) };
        expect(said).toEqual({ count, what, ...(await recountOf(analytics, owner, range, dimensions)) });
        most = Math.max(most, await rolled());
      }
      expect(clock.now().getTime() - BEGIN.getTime()).toBeGreaterThan(30 * DAY);
      expect(most).toBeGreaterThanOrEqual(10);
    },
    120_000,
  );
});
