import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import { identifySession, leavePage, trackBioView } from "#libs/contracts/analytics/index.ts";
import { eraseUser } from "#libs/contracts/personal-data.ts";
import { DAY, HOUR, MINUTE, utcDay } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { wait } from "#libs/kernel/wait.ts";
import { type FaultPoints, noFaults } from "#libs/platform/faults/fault-points.ts";
import type { Database } from "#libs/platform/mongo/database.ts";
import { analyticsPageViewStore } from "#services/analytics/data/analytics-page-view.store.ts";
import { pageDayStore } from "#services/analytics/data/page-day.store.ts";
import { periodCountStore } from "#services/analytics/data/period-count.store.ts";
import { rollups } from "#services/analytics/rollups/rollups.ts";
import { eventually } from "../support/eventually.ts";
import { type Fixture, type Owner, startAnalytics } from "./fixture.ts";
import { planOf, queriesOf } from "./queries.ts";
import { recountOf, reportsOf } from "./recount.ts";

let analytics: Fixture;
let database: Database;
let connection: Database["connection"];
beforeAll(async () => {
  analytics = await startAnalytics();
  database = analytics.runtime.database("analytics");
  connection = database.connection;
});
afterAll(() => analytics.stop());

const START = new Date("2031-06-01T00:00:00.000Z");
const DAYS = ["2031-06-01", "2031-06-02", "2031-06-03", "2031-06-04", "2031-06-05"];
const RANGE = { from: START, to: new Date(START.getTime() + 5 * DAY) };

let owner: Owner;
beforeEach(async () => {
  owner = analytics.newOwner();
  for (const index of DAYS.keys()) {
    analytics.runtime.clock.set(new Date(START.getTime() + index * DAY + 12 * HOUR));
    for (const visitorId of ["Ann", "Ben", "me"]) {
      const sessionId = await visit(visitorId);
      if (visitorId === "me" && index > 2) await owner.call(identifySession, { sessionId });
    }
  }
  analytics.runtime.clock.set(new Date("2031-06-20T00:00:00.000Z"));
});
afterEach(() => {
  analytics.runtime.clock.reset();
  analytics.runtime.faults.disarm();
});

async function visit(visitorId: string, fields: { utmSource?: string } = {}): Promise<string> {
  const { bioPageId } = owner;
  const sessionId = await analytics.sessionId({ visitorId, bioPageId, trackingToken: await analytics.token(bioPageId), ...fields });
  await analytics.view({ sessionId, bioPageId, linkClicked: uuid() });
  await call(analytics.broker, trackBioView, { bioPageId, visitorId });
  return sessionId;
}

const reports = () => reportsOf(owner, RANGE);
const recount = () => recountOf(analytics, owner, RANGE);
const rollupRows = () => connection.collection("page_days").find({ bioPageId: owner.bioPageId }).sort({ day: 1 }).toArray();
const countedPeriods = async () => (await rollupRows()).filter(({ counts }) => counts).map(({ day }) => day as string);
const countedDays = async () => (await countedPeriods()).filter((period) => !period.includes("T"));
/** Waits until exactly these days are counted: some are counted after the response. */
const expectCounted = (days: readonly string[]) => eventually(async () => expect(await countedDays()).toEqual(days));
const firstView = async () => (await analytics.pageViews({ bioPageId: owner.bioPageId }))[0]?._id ?? "";
const reportDurationLate = async () => call(analytics.broker, leavePage, { pageViewId: await firstView(), duration: 77 });
const rollupsWith = (faults: FaultPoints, waitMs?: number) =>
  rollups({ periodCounts: periodCountStore(database), pageDays: pageDayStore(database), faults }, undefined, waitMs);
/** Fault points that run some work once, at one of them. */
const onceAt = (name: string, work: () => Promise<unknown>): FaultPoints => {
  let left = 1;
  return {
    hit: async (point) => {
      if (point === name && left-- > 0) await work();
    },
  };
};

describe("closed days", () => {
  it("ANX-03 closed days are counted once: a second report reads none of their rows", async () => {
    const first = await reports();
    expect(first).toEqual(await recount());
    await expectCounted(DAYS);
    const queries = await queriesOf(connection, reports);
    const rowQueries = queries.filter(({ collection }) => /views|sessions/.test(collection));
    for (const { filter } of rowQueries) expect(Object.keys(filter).join()).toMatch(/userId|sessionId|visitorHash/);
    const others = { bioPageId: owner.bioPageId, userId: { $exists: false } };
    expect((await connection.collection("analytics_sessions").deleteMany(others)).deletedCount).toBe(13);
    expect(await reports()).toEqual(first);
  });

  it("ANX-03 every query uses an index and reads the rows of the owner and one row for each day and hour", async () => {
    await reports();
    await expectCounted(DAYS);
    const range = { from: new Date(RANGE.from.getTime() + HOUR), to: RANGE.to };
    await reportsOf(owner, range);
    const queries = await queriesOf(connection, () => reportsOf(owner, range));
    expect(new Set(queries.map(({ collection }) => collection)).size).toBe(5);
    for (const query of queries) {
      const { text, examined } = await planOf(connection, query);
      expect([query, text]).toEqual([query, expect.stringContaining("IXSCAN")]);
      expect(text).not.toMatch(/COLLSCAN|"SORT"/);
      // Four days, plus the hours of the partial days at both ends of the range.
      expect(examined).toBeLessThanOrEqual(query.collection === "page_days" ? 27 + 4 : 5);
    }
  });

  it("ANX-03 a report waits for rollups only if they will be ready in time; the others are built in the background", async () => {
    const { bioPageId } = owner;
    const bioViews = (day: string, count: number) =>
      Array.from({ length: count }, () => ({ bioPageId, isEmbed: false, isBot: false, createdAt: new Date(`${day}T01:00:00.000Z`) }));
    await connection.collection("bio_page_views").insertMany(DAYS.flatMap((day) => bioViews(day, 1_200)));
    // Four more days like the first take longer than the rest of the ten seconds.
    const slowFirstDay = onceAt("analytics.rollup.keep", () => wait(3_000));
    const totals = await rollupsWith(slowFirstDay, 10_000).getTotals(bioPageId, DAYS);
    expect([...totals.keys()]).toEqual(DAYS.slice(0, 1));
    await expectCounted(DAYS);
    expect((await rollupsWith(noFaults).getTotals(bioPageId, DAYS)).size).toBe(5);
  });

  it("ANX-03 closed days are counted a day after their end, and updates of their rows change the revision from an hour before that", async () => {
    const { clock } = analytics.runtime;
    const fifthMidnight = START.getTime() + 5 * DAY;
    clock.set(new Date(fifthMidnight - 2 * MINUTE));
    await reports();
    await expectCounted(DAYS.slice(0, 3));
    clock.set(new Date(fifthMidnight + MINUTE));
    await reports();
    await expectCounted(DAYS.slice(0, 4));
    clock.set(new Date(fifthMidnight - 30 * MINUTE));
    const revisionOf = async (day: string) => (await rollupRows()).find((row) => row.day === day)?.revision;
    const before = await revisionOf("2031-06-04");
    const view = (await analytics.pageViews({ bioPageId: owner.bioPageId, enteredAt: { $gte: new Date(START.getTime() + 3 * DAY) } }))[0];
    await call(analytics.broker, leavePage, { pageViewId: view?._id ?? "", duration: 9 });
    expect(await revisionOf("2031-06-04")).not.toBe(before);
  });
});

describe("open days", () => {
  const NOW = START.getTime() + 4 * DAY + 14 * HOUR;
  const today = { from: new Date(START.getTime() + 3 * DAY), to: new Date(NOW) };
  const hoursOf = (day: string | undefined, count: number) =>
    Array.from({ length: count }, (_, hour) => `${day}T${String(hour).padStart(2, "0")}`);

  it("ANX-03 open days are counted by the hour: a second report reads none of the rows of closed hours", async () => {
    analytics.runtime.clock.set(new Date(NOW));
    const ofToday = () => reportsOf(owner, today);
    const first = await ofToday();
    expect(first).toEqual(await recountOf(analytics, owner, today));
    // An hour closes ten minutes after its end.
    expect(await countedPeriods()).toEqual([...hoursOf(DAYS[3], 24), ...hoursOf(DAYS[4], 13)]);
    const others = { bioPageId: owner.bioPageId, userId: { $exists: false }, createdAt: { $gte: today.from } };
    expect((await connection.collection("analytics_sessions").deleteMany(others)).deletedCount).toBe(4);
    expect(await ofToday()).toEqual(first);
  });

  it("ANX-03 a late change invalidates its hour alone", async () => {
    analytics.runtime.clock.set(new Date(NOW));
    await reportsOf(owner, today);
    const id = (await analytics.pageViews({ bioPageId: owner.bioPageId, enteredAt: { $gte: new Date(START.getTime() + 4 * DAY) } }))[0]
      ?._id;
    await call(analytics.broker, leavePage, { pageViewId: id ?? "", duration: 78 });
    const noon = `${DAYS[4]}T12`;
    expect(await countedPeriods()).toEqual([...hoursOf(DAYS[3], 24), ...hoursOf(DAYS[4], 13)].filter((hour) => hour !== noon));
    expect(await reportsOf(owner, today)).toEqual(await recountOf(analytics, owner, today));
  });

  it("ANX-03 the next view of a visit fills in a duration of a closed hour and invalidates the hour", async () => {
    const { clock } = analytics.runtime;
    clock.stop();
    clock.set(new Date(START.getTime() + 4 * DAY + 20 * HOUR - MINUTE));
    const sessionId = await visit("Ann");
    clock.advance(20 * MINUTE);
    const range = { from: today.from, to: clock.now() };
    await reportsOf(owner, range);
    expect(await countedPeriods()).toContain(`${DAYS[4]}T19`);
    await analytics.view({ sessionId });
    expect(await countedPeriods()).not.toContain(`${DAYS[4]}T19`);
    expect(await analytics.pageViews({ sessionId, duration: 20 * 60 })).toHaveLength(1);
    expect(await reportsOf(owner, range)).toEqual(await recountOf(analytics, owner, range));
  });
});

describe("a late change", () => {
  it("ANX-03 a late change of a day that is being counted discards the count", async () => {
    await rollupsWith(onceAt("analytics.rollup.keep", reportDurationLate)).getTotals(owner.bioPageId, DAYS);
    await expectCounted(DAYS.slice(1));
    expect(await reports()).toEqual(await recount());
    await expectCounted(DAYS);
  });

  it("ANX-03 a late change discards a count also when the rollup was deleted and counted again meanwhile", async () => {
    const deleteAndCountAgain = async () => {
      await connection.collection("page_days").deleteMany({ bioPageId: owner.bioPageId });
      await reportDurationLate();
      await rollupsWith(noFaults).getTotals(owner.bioPageId, DAYS.slice(0, 1));
    };
    await rollupsWith(onceAt("analytics.rollup.keep", deleteAndCountAgain)).getTotals(owner.bioPageId, DAYS.slice(0, 1));
    expect(await reports()).toEqual(await recount());
  });

  it("ANX-03 a late change of a day without a rollup is not lost when a count begins during the change", async () => {
    const count = () => rollupsWith(noFaults).getTotals(owner.bioPageId, DAYS.slice(0, 1));
    const faults = onceAt("analytics.closed_row.changed", count);
    const store = analyticsPageViewStore(database, { clock: analytics.runtime.clock, faults });
    const id = await firstView();
    await store.raiseDuration(id, 33);
    await expectCounted([]);
    expect((await analytics.pageView(id)).duration).toBe(33);
    expect(await reports()).toEqual(await recount());
  });

  it("ANX-03 a late change is stored together with the revision of the day or not at all", async () => {
    await reports();
    await expectCounted(DAYS);
    const before = await rollupRows();
    analytics.runtime.faults.arm({ point: "analytics.closed_row.changed", mode: "error", times: 1 });
    await reportDurationLate();
    expect((await analytics.pageView(await firstView())).duration).toBeNull();
    expect(await rollupRows()).toEqual(before);
    await reportDurationLate();
    expect((await analytics.pageView(await firstView())).duration).toBe(77);
    await expectCounted(DAYS.slice(1));
    expect(await reports()).toEqual(await recount());
  });

  it("ANX-03 a late change that changes no number keeps the rollups", async () => {
    const [first] = await analytics.sessions({ bioPageId: owner.bioPageId });
    const sessionId = first?._id ?? "";
    await analytics.view({ sessionId });
    await reportDurationLate();
    await reports();
    await expectCounted(DAYS);
    const before = await rollupRows();
    await reportDurationLate();
    await analytics.view({ sessionId });
    await owner.call(identifySession, { sessionId });
    expect(await rollupRows()).toEqual(before);
    expect(await reports()).toEqual(await recount());
  });
});

describe("the retention", () => {
  it("ANX-03 deletes whole days with their rollups", async () => {
    await reports();
    await expectCounted(DAYS);
    analytics.runtime.clock.set(new Date("2032-07-07T18:00:00.000Z"));
    await analytics.runtime.jobs.runNow("analytics.forget-old-rows");
    await expectCounted(DAYS.slice(2));
    const days = (await analytics.sessions({ bioPageId: owner.bioPageId })).map(({ createdAt }) => utcDay(createdAt));
    expect(new Set(days)).toEqual(new Set(DAYS.slice(2)));
    expect(await reports()).toEqual(await recount());
  });
});

describe("GDP-14 the erasure of a page with rollups", () => {
  it("ANX-03 deletes its rollups, also those that are being counted, and invalidates those of other pages that lose visits", async () => {
    const erase = ({ userId, creatorId, bioPageId }: Owner) =>
      call(analytics.broker, eraseUser.analytics, { userId, creatorId, bioPageIds: [bioPageId] });
    const rival = analytics.newOwner();
    await connection.collection("analytics_sessions").updateOne({ bioPageId: owner.bioPageId }, { $set: { creatorId: rival.creatorId } });
    await reports();
    await expectCounted(DAYS);
    await erase(rival);
    await expectCounted(DAYS.slice(1));
    expect(await reports()).toEqual(await recount());
    const receipt = await erase(owner);
    // Five days and the hour in which the other page lost its visit.
    expect(receipt).toMatchObject({ done: true, erased: { page_days: 6 } });
    expect(await rollupRows()).toEqual([]);
    const other = analytics.newOwner();
    owner = other;
    await visit("Ann");
    analytics.runtime.clock.advance(5 * DAY);
    await rollupsWith(onceAt("analytics.rollup.keep", () => erase(other))).getTotals(other.bioPageId, ["2031-06-20"]);
    expect(await rollupRows()).toEqual([]);
  });
});
