import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { DAY, MINUTE } from "#libs/kernel/clock.ts";
import type { Database } from "#libs/platform/mongo/database.ts";
import { type BusyPage, busyPage } from "./busy-page.ts";
import { type Fixture, type Owner, startAnalytics } from "./fixture.ts";
import { recountOf, reportsOf } from "./recount.ts";

/** `KEPT_STEPS=10000 npx jest test/analytics/derived-rollups` takes half an hour. */
const STEPS = Number(process.env.KEPT_STEPS ?? 120);
const AT_ONCE = 6;
const START = new Date("2031-06-01T09:00:00.000Z");
const POINTS = ["analytics.closed_row.changed", "analytics.rollup.keep", "analytics.pageview.update", "analytics.leave.update"] as const;

let analytics: Fixture;
let connection: Database["connection"];
let page: BusyPage;
let owner: Owner;
beforeAll(async () => {
  analytics = await startAnalytics();
  page = busyPage(analytics, 17, 40 * MINUTE);
  owner = page.owner;
  connection = analytics.runtime.database("analytics").connection;
});
afterAll(() => analytics.stop());

const drift = async () => {
  const samples = await analytics.runtime.metrics.samplesOf("kept_value_drift_total");
  return samples?.find(({ labels }) => labels.kind === "rollup")?.value;
};
/** Each day is recounted once, so this test uses a day of its own. */
const recountOfNextDay = async () => {
  analytics.runtime.clock.advance(DAY);
  await analytics.runtime.jobs.runNow("analytics.recount");
};
const rollups = () =>
  connection
    .collection("page_days")
    .find({ counts: { $exists: true } })
    .toArray();

describe("rollups under concurrent steps", () => {
  it(
    "SPD-17 rollups equal a recount after concurrent steps with writes that fail between two steps, and the nightly recount finds no errors",
    async () => {
      const { clock, faults } = analytics.runtime;
      clock.set(START);
      const { step } = page;
      const report = async () => {
        const now = clock.now();
        return reportsOf(owner, { from: new Date(now.getTime() - 3 * DAY), to: now }, ["page"]).catch(() => "failed");
      };
      for (let done = 0; done < STEPS; done += AT_ONCE) {
        const point = POINTS[(done / AT_ONCE) % POINTS.length];
        if (point) faults.arm({ point, mode: "error", times: 2 });
        // A visit fails when its visitor opts out at the same time.
        const steps = Array.from({ length: AT_ONCE }, () => step().catch(() => "refused"));
        await Promise.all([report(), ...steps]);
        faults.disarm();
      }
      const range = { from: START, to: clock.now() };
      expect(await reportsOf(owner, range)).toEqual(await recountOf(analytics, owner, range));
      expect((await rollups()).length).toBeGreaterThan(20);
      await recountOfNextDay();
      expect(await drift()).toBe(0);
      expect((await rollups()).length).toBeGreaterThan(20);
    },
    STEPS * 2_000,
  );
});

describe("the recount of rollups", () => {
  it.each([
    ["a number", { $inc: { "counts.sessions": 1 } }],
    ["a sum of measured values", { $set: { "counts.duration.micros": 7n } }],
    ["a visitor", { $set: { "counts.visitorKeys": Buffer.alloc(12, 1) } }],
    ["a value of a dimension", { $set: { "counts.shares.browser": [{ value: "Lynx", count: 1 }] } }],
  ])("SPD-17 the recount counts, logs and removes a rollup in which %s is wrong", async (_what, damage) => {
    await reportsOf(owner, { from: START, to: new Date(START.getTime() + DAY) });
    const [first] = await connection
      .collection("page_days")
      .find({ "counts.sessions": { $gte: 1 } })
      .sort({ day: -1 })
      .toArray();
    await connection.collection("page_days").updateOne({ _id: first?._id as never }, damage as never);
    const before = (await drift()) ?? 0;
    await recountOfNextDay();
    expect(await drift()).toBe(before + 1);
    expect((await rollups()).map(({ _id }) => _id)).not.toContain(first?._id);
    expect(analytics.log.filter((line) => line.includes("derived totals differed from a recount")).at(-1)).toContain(String(first?._id));
  });

  it("SPD-17 the recount of rollups runs once a day", async () => {
    const before = (await drift()) ?? 0;
    await connection.collection("page_days").updateMany({ counts: { $ne: null } }, { $inc: { "counts.sessions": 1 } });
    await analytics.runtime.jobs.runNow("analytics.recount");
    expect(await drift()).toBe(before);
  });
});
