import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Connection } from "mongoose";
import { call } from "#libs/contract-kit/call.ts";
import { identifySession, leavePage, trackBioView } from "#libs/contracts/analytics.ts";
import { eraseUser } from "#libs/contracts/personal-data.ts";
import type { FaultPoints } from "#libs/faults/fault-points.ts";
import { DAY, HOUR, MINUTE, utcDay } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { wait } from "#libs/kernel/wait.ts";
import { analyticsPageViewStore } from "#services/analytics/data/analytics-page-view.store.ts";
import { pageDayStore } from "#services/analytics/data/page-day.store.ts";
import { tallyStore } from "#services/analytics/data/tally.store.ts";
import { rollUps } from "#services/analytics/rollups/roll-up.ts";
import { eventually } from "#test/support/eventually.ts";
import { type Fixture, type Owner, startAnalytics } from "./fixture.ts";
import { planOf, queriesOf } from "./queries.ts";
import { recountOf, saidTo } from "./recount.ts";

let analytics: Fixture;
let connection: Connection;
beforeAll(async () => {
  analytics = await startAnalytics();
  connection = analytics.runtime.database("analytics");
});
afterAll(() => analytics.stop());

const BEGIN = new Date("2031-06-01T00:00:00.000Z");
const DAYS = ["2031-06-01", "2031-06-02", "2031-06-03", "2031-06-04", "2031-06-05"];
const RANGE = { from: BEGIN, to: new Date(BEGIN.getTime() + 5 * DAY) };

let owner: Owner;
beforeEach(async () => {
  owner = analytics.newOwner();
  for (const index of DAYS.keys()) {
    analytics.runtime.clock.set(new Date(BEGIN.getTime() + index * DAY + 12 * HOUR));
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

async function visit(visitorId: string, wish: { utmSource?: string } = {}): Promise<string> {
  const { bioPageId } = owner;
  const sessionId = await analytics.sessionId({ visitorId, bioPageId, trackingToken: await analytics.token(bioPageId), ...wish });
  await analytics.view({ sessionId, bioPageId, linkClicked: uuid() });
  await call(analytics.broker, trackBioView, { bioPageId, visitorId });
  return sessionId;
}

const said = () => saidTo(owner, RANGE);
const recount = () => recountOf(analytics, owner, RANGE);
const kept = () => connection.collection("page_days").find({ bioPageId: owner.bioPageId }).sort({ day: 1 }).toArray();
const counted = async () => (await kept()).filter(({ counts }) => counts).map(({ day }) => day);
/** Days may go on being counted behind an answer. */
const areCounted = (days: readonly string[]) => eventually(async () => expect(await counted()).toEqual(days), 20_000);
const firstView = async () => (await analytics.pageViews({ bioPageId: owner.bioPageId }))[0]?._id ?? "";
const leaveLate = async () => call(analytics.broker, leavePage, { pageViewId: await firstView(), duration: 77 });
const builder = (faults: FaultPoints, patienceMs?: number) =>
  rollUps({ tallies: tallyStore(connection), pageDays: pageDayStore(connection), faults }, undefined, patienceMs);
/** Fault points at which something happens once. */
const atPoint = (name: string, work: () => Promise<unknown>): FaultPoints => {
  let left = 1;
  return {
    hit: async (point) => {
      if (point === name && left-- > 0) await work();
    },
  };
};
const quiet: FaultPoints = { hit: async () => undefined };

describe("closed days", () => {
  it("ANX-03 are counted once: a second report reads none of their rows", async () => {
    const first = await said();
    expect(first).toEqual(await recount());
    await areCounted(DAYS);
    const touched = await queriesOf(connection, said);
    const raw = touched.filter(({ collection }) => /views|sessions/.test(collection));
    for (const { filter } of raw) expect(Object.keys(filter).join()).toMatch(/userId|sessionId|visitorHash/);
    const others = { bioPageId: owner.bioPageId, userId: { $exists: false } };
    expect((await connection.collection("analytics_sessions").deleteMany(others)).deletedCount).toBe(13);
    expect(await said()).toEqual(first);
  });

  it("ANX-03 every query walks an index, and reads what the owner did, the rest of the range and a row a day", async () => {
    await said();
    await areCounted(DAYS);
    const range = { from: new Date(RANGE.from.getTime() + HOUR), to: RANGE.to };
    const queries = await queriesOf(connection, () => saidTo(owner, range));
    expect(new Set(queries.map(({ collection }) => collection)).size).toBe(5);
    for (const query of queries) {
      const { text, examined } = await planOf(connection, query);
      expect([query, text]).toEqual([query, expect.stringContaining("IXSCAN")]);
      expect(text).not.toMatch(/COLLSCAN|"SORT"/);
      expect(examined).toBeLessThanOrEqual(5);
    }
  });

  it("ANX-03 of a busy page are waited for as long as they will be there in time; the rest is counted behind the answer", async () => {
    const { bioPageId } = owner;
    const looks = (day: string, count: number) =>
      Array.from({ length: count }, () => ({ bioPageId, isEmbed: false, isBot: false, createdAt: new Date(`${day}T01:00:00.000Z`) }));
    await connection.collection("bio_page_views").insertMany(DAYS.flatMap((day) => looks(day, 1_200)));
    // Four more days like the first will not be there in what is left of ten seconds.
    const first = atPoint("analytics.rollup.keep", () => wait(3_000));
    const numbers = await builder(first, 10_000).numbersOf(bioPageId, DAYS);
    expect([...numbers.keys()]).toEqual(DAYS.slice(0, 1));
    await areCounted(DAYS);
    expect((await builder(quiet).numbersOf(bioPageId, DAYS)).size).toBe(5);
  });

  it("ANX-03 end a day after their last instant, and rows are handled as theirs an hour before that", async () => {
    const { clock } = analytics.runtime;
    const fifthMidnight = BEGIN.getTime() + 5 * DAY;
    clock.set(new Date(fifthMidnight - 2 * MINUTE));
    await said();
    await areCounted(DAYS.slice(0, 3));
    clock.set(new Date(fifthMidnight + MINUTE));
    await said();
    await areCounted(DAYS.slice(0, 4));
    clock.set(new Date(fifthMidnight - 30 * MINUTE));
    const of = async (day: string) => (await kept()).find((row) => row.day === day)?.revision;
    const before = await of("2031-06-04");
    const view = (await analytics.pageViews({ bioPageId: owner.bioPageId, enteredAt: { $gte: new Date(BEGIN.getTime() + 3 * DAY) } }))[0];
    await call(analytics.broker, leavePage, { pageViewId: view?._id ?? "", duration: 9 });
    expect(await of("2031-06-04")).not.toBe(before);
  });
});

describe("late changes", () => {
  it("ANX-03 while a day is being counted its count is not kept", async () => {
    await builder(atPoint("analytics.rollup.keep", leaveLate)).numbersOf(owner.bioPageId, DAYS);
    await areCounted(DAYS.slice(1));
    expect(await said()).toEqual(await recount());
    await areCounted(DAYS);
  });

  it("ANX-03 a count that outlived its day and the next count of it is not kept either", async () => {
    const inBetween = async () => {
      await connection.collection("page_days").deleteMany({ bioPageId: owner.bioPageId });
      await leaveLate();
      await builder(quiet).numbersOf(owner.bioPageId, DAYS.slice(0, 1));
    };
    await builder(atPoint("analytics.rollup.keep", inBetween)).numbersOf(owner.bioPageId, DAYS.slice(0, 1));
    expect(await said()).toEqual(await recount());
  });

  it("ANX-03 of a day that nobody knew are not lost to a count that begins in the middle of them", async () => {
    const count = () => builder(quiet).numbersOf(owner.bioPageId, DAYS.slice(0, 1));
    const faults = atPoint("analytics.closed_row.changed", count);
    const store = analyticsPageViewStore({ connection, clock: analytics.runtime.clock, faults });
    const id = await firstView();
    await store.raiseDuration(id, 33);
    await areCounted([]);
    expect((await analytics.pageView(id)).duration).toBe(33);
    expect(await said()).toEqual(await recount());
  });

  it("ANX-03 are made with the revision of the day or not at all", async () => {
    await said();
    await areCounted(DAYS);
    const before = await kept();
    analytics.runtime.faults.arm({ point: "analytics.closed_row.changed", mode: "error", times: 1 });
    await leaveLate();
    expect((await analytics.pageView(await firstView())).duration).toBeNull();
    expect(await kept()).toEqual(before);
    await leaveLate();
    expect((await analytics.pageView(await firstView())).duration).toBe(77);
    await areCounted(DAYS.slice(1));
    expect(await said()).toEqual(await recount());
  });

  it("ANX-03 that change no number leave the rollups alone", async () => {
    const [first] = await analytics.sessions({ bioPageId: owner.bioPageId });
    const sessionId = first?._id ?? "";
    await analytics.view({ sessionId });
    await leaveLate();
    await said();
    await areCounted(DAYS);
    const before = await kept();
    await leaveLate();
    await analytics.view({ sessionId });
    await owner.call(identifySession, { sessionId });
    expect(await kept()).toEqual(before);
    expect(await said()).toEqual(await recount());
  });
});

describe("the retention", () => {
  it("ANX-03 takes whole days, and their rollups", async () => {
    await said();
    await areCounted(DAYS);
    analytics.runtime.clock.set(new Date("2032-07-07T18:00:00.000Z"));
    await analytics.runtime.jobs.runNow("analytics.forget-old-rows");
    await areCounted(DAYS.slice(2));
    const days = (await analytics.sessions({ bioPageId: owner.bioPageId })).map(({ createdAt }) => utcDay(createdAt));
    expect(new Set(days)).toEqual(new Set(DAYS.slice(2)));
    expect(await said()).toEqual(await recount());
  });
});

describe("GDP-14 the rollups of a page that is erased", () => {
  it("ANX-03 go with it, also when they are being counted, and are counted anew where others lose visits", async () => {
    const erase = ({ userId, creatorId, bioPageId }: Owner) =>
      call(analytics.broker, eraseUser.analytics, { userId, creatorId, bioPageIds: [bioPageId] });
    const rival = analytics.newOwner();
    await connection.collection("analytics_sessions").updateOne({ bioPageId: owner.bioPageId }, { $set: { creatorId: rival.creatorId } });
    await said();
    await areCounted(DAYS);
    await erase(rival);
    await areCounted(DAYS.slice(1));
    expect(await said()).toEqual(await recount());
    const receipt = await erase(owner);
    expect(receipt).toMatchObject({ done: true, erased: { page_days: 5 } });
    expect(await kept()).toEqual([]);
    const other = analytics.newOwner();
    owner = other;
    await visit("Ann");
    analytics.runtime.clock.advance(5 * DAY);
    await builder(atPoint("analytics.rollup.keep", () => erase(other))).numbersOf(other.bioPageId, ["2031-06-20"]);
    expect(await kept()).toEqual([]);
  });
});
