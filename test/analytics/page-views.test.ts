import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { pino } from "pino";
import { call } from "#libs/contract-kit/call.ts";
import { heartbeat, leavePage, leavePageByBeacon, optOut, recordPageView } from "#libs/contracts/analytics/index.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { AnalyticsPageViewDoc } from "#services/analytics/data/analytics-page-view.model.ts";
import { analyticsPageViewStore } from "#services/analytics/data/analytics-page-view.store.ts";
import { insertPageView, type PageViewDeps } from "#services/analytics/tracking/insert-page-view.ts";
import { type Fixture, startAnalytics } from "./fixture.ts";
import { planOf, queriesOf } from "./queries.ts";

let analytics: Fixture;
beforeAll(async () => {
  analytics = await startAnalytics();
});
afterAll(() => analytics.stop());
afterEach(() => {
  analytics.runtime.clock.reset();
  analytics.runtime.faults.disarm();
});

const validationFailed = { key: "error.validation_failed" };
/** Time of the first view. */
const T0 = new Date("2031-03-03T12:00:00.000Z");

/** Records views of a session at the given seconds after T0 with a stopped clock, and returns their ids. */
async function viewsAt(sessionId: string, ...seconds: readonly number[]): Promise<string[]> {
  analytics.runtime.clock.stop();
  const ids: string[] = [];
  for (const second of seconds) {
    analytics.runtime.clock.set(new Date(T0.getTime() + second * SECOND));
    ids.push((await analytics.view({ sessionId })).id ?? "");
  }
  return ids;
}

const durationsOf = async (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await analytics.pageView(id)).duration));

describe("POST /analytics/pageview", () => {
  it("ANP-01 ANP-18 returns id and time and stores what was sent", async () => {
    const sent = { sessionId: uuid(), url: "https://a.test/$x", path: "/$x", title: "T", bioPageId: uuid(), linkClicked: uuid() };
    const { id, enteredAt } = await analytics.view(sent);
    const row = await analytics.pageView(id);
    expect(row).toMatchObject({ ...sent, duration: null, scrollDepth: null, isBot: false });
    expect(row.enteredAt.toISOString()).toBe(enteredAt);
  });

  it.each([
    { sessionId: undefined },
    { url: undefined },
    { path: undefined },
    { sessionId: "no uuid" },
    { bioPageId: "no uuid" },
    { linkClicked: "no uuid" },
    { title: 7 },
  ])("ANP-02 ANP-03 refuses %j with 400", async (invalid) => {
    const valid = { sessionId: uuid(), url: "u", path: "p" };
    await expect(call(analytics.broker, recordPageView, { ...valid, ...invalid } as typeof valid)).rejects.toMatchObject(validationFailed);
  });

  it("ANP-04 ANP-17 records a view of an unknown session", async () => {
    expect((await analytics.view()).id).not.toBeNull();
  });

  it("ANP-06 ANP-07 ANP-08 counts views, ends the bounce with the second one and moves exit page and last activity", async () => {
    const sessionId = await analytics.sessionId();
    for (const [count, url] of ["https://a.test/1", "$pageViews", "https://a.test/3"].entries()) {
      const before = analytics.runtime.clock.now();
      await analytics.view({ sessionId, url });
      const session = await analytics.session(sessionId);
      expect(session).toMatchObject({ pageViews: count + 1, bounced: count === 0, exitPage: url });
      expect(session.lastActivityAt.getTime()).toBeGreaterThanOrEqual(before.getTime());
    }
  });

  it("ANP-09 counts 20 parallel views as 20", async () => {
    const sessionId = await analytics.sessionId();
    const answers = await Promise.all(Array.from({ length: 20 }, () => analytics.view({ sessionId })));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(20);
    expect(await analytics.session(sessionId)).toMatchObject({ pageViews: 20, bounced: false });
    expect(await analytics.pageViews({ sessionId })).toHaveLength(20);
  });

  it("ANP-05 answers with id null and counts nothing when the insert fails", async () => {
    const sessionId = await analytics.sessionId();
    analytics.runtime.faults.arm({ point: "analytics.pageview.insert", mode: "error", times: 1 });
    expect(await analytics.view({ sessionId })).toEqual({ id: null });
    expect(await analytics.session(sessionId)).toMatchObject({ pageViews: 0 });
  });

  it("ANP-10 answers as usual when the update of the session fails", async () => {
    const sessionId = await analytics.sessionId();
    analytics.runtime.faults.arm({ point: "analytics.pageview.update", mode: "error", times: 1 });
    expect((await analytics.view({ sessionId })).id).not.toBeNull();
    expect(await analytics.session(sessionId)).toMatchObject({ pageViews: 0 });
  });

  it("ANP-10 answers as usual when the update of the previous view fails, and does not log the message of the error", async () => {
    const { runtime } = analytics;
    const lines: string[] = [];
    const failing = {
      clock: runtime.clock,
      config: runtime.config,
      logger: pino({ level: "trace" }, { write: (line: string) => void lines.push(line) }),
      writer: {
        insertPageView: async () => undefined,
        countPageView: async () => undefined,
        fillPreviousDuration: () => Promise.reject(new Error("of 203.0.113.9")),
      },
    };
    const request = { sessionId: uuid(), url: "https://a.test/x", path: "/x" };
    expect(await insertPageView(failing as unknown as PageViewDeps, request)).toMatchObject(request);
    expect(lines.map((line) => [line.includes("the view before"), line.includes("203.0.113.9")])).toEqual([[true, false]]);
  });
});

describe("the duration of the previous view", () => {
  it("ANP-11 ANP-12 the duration of the previous view is filled in by the next view, for the latest view only", async () => {
    expect(await durationsOf(await viewsAt(uuid(), 0, 5, 25))).toEqual([5, 20, null]);
  });

  it("ANP-13 ANP-14 the duration of the previous view is filled in only when it is more than 0 and less than 3600 seconds", async () => {
    expect(await durationsOf(await viewsAt(uuid(), 0, 3599))).toEqual([3599, null]);
    expect(await durationsOf(await viewsAt(uuid(), 0, 3600))).toEqual([null, null]);
    expect(await durationsOf(await viewsAt(uuid(), 0, 7200))).toEqual([null, null]);
    const row = { sessionId: uuid(), url: "u", path: "p", title: null, bioPageId: null, linkClicked: null, isBot: false };
    const [instant, sessionId] = [new Date(T0.getTime() + 400), row.sessionId];
    await analytics.runtime
      .database("analytics")
      .connection.collection<AnalyticsPageViewDoc>("analytics_page_views")
      .insertOne({ ...row, _id: uuid(), enteredAt: instant, duration: null, scrollDepth: null });
    analytics.runtime.clock.set(instant);
    const [before, after] = [(await analytics.pageViews({ sessionId }))[0]?._id ?? "", (await analytics.view({ sessionId })).id ?? ""];
    expect(await durationsOf([before, after])).toEqual([null, null]);
  });

  it("ANP-15 the duration of the previous view is filled in by a view of the same session only", async () => {
    const [one, other] = [uuid(), uuid()];
    const [first = ""] = await viewsAt(one, 0);
    const [second = ""] = await viewsAt(other, 3);
    await viewsAt(other, 10);
    expect(await durationsOf([first, second])).toEqual([null, 7]);
  });

  it("ANP-16 the duration of the previous view is not filled in when the page has reported it", async () => {
    const sessionId = uuid();
    const [first = ""] = await viewsAt(sessionId, 0);
    await call(analytics.broker, leavePage, { pageViewId: first, duration: 3 });
    await viewsAt(sessionId, 10);
    expect(await durationsOf([first])).toEqual([3]);
  });

  it("ANP-09 ANP-12 the duration of the previous view is filled in once by parallel views", async () => {
    const sessionId = uuid();
    const [first = ""] = await viewsAt(sessionId, 0);
    analytics.runtime.clock.set(new Date(T0.getTime() + 30 * SECOND));
    await Promise.all(Array.from({ length: 10 }, () => analytics.view({ sessionId })));
    expect(await durationsOf([first])).toEqual([30]);
  });

  it("STO-01 ANP-12 the latest view before one of the same millisecond is that one, not an earlier one", async () => {
    const views = analyticsPageViewStore(analytics.runtime.database("analytics"), analytics.runtime);
    const page = { sessionId: uuid(), url: "u", path: "p", title: null, bioPageId: null, linkClicked: null };
    const row = { ...page, duration: null, scrollDepth: null, isBot: false };
    const [first = "", second = "", third = ""] = [uuid(), uuid(), uuid()].sort();
    const viewAt = (_id: string, time: number): AnalyticsPageViewDoc => ({ ...row, _id, enteredAt: new Date(T0.getTime() + time) });
    const [earlier, same, view] = [viewAt(first, 0), viewAt(second, SECOND), viewAt(third, SECOND)];
    await views.insert([earlier, same, view]);
    const previous = await views.findPrevious([first, second, third]);
    expect([first, second, third].map((id) => previous.get(id)?._id)).toEqual([undefined, earlier._id, same._id]);
  });
});

describe("the query plans of tracking", () => {
  it("ANP-11 ANX-01 a view and a heartbeat read one row by an index, however long the session", async () => {
    await call(analytics.broker, optOut, { visitorId: "another visitor" });
    const sessionId = await analytics.sessionId();
    for (let view = 0; view < 60; view += 1) await analytics.view({ sessionId });
    const connection = analytics.runtime.database("analytics").connection;
    const queries = await queriesOf(connection, async () => {
      await analytics.view({ sessionId });
      await call(analytics.broker, heartbeat, { sessionId });
      await analytics.sessionId();
    });
    // A new session reads the opt-outs before and after its insert.
    const expected = ["analytics_page_views", "analytics_page_views", "opt_outs", "opt_outs"];
    expect(queries.map(({ collection }) => collection)).toEqual(expected);
    for (const query of queries) {
      const { text, examined } = await planOf(connection, query);
      expect(text).toMatch(/IXSCAN|IDHACK/);
      expect(text).not.toMatch(/COLLSCAN|"SORT"/);
      expect(examined).toBeLessThanOrEqual(2);
    }
  });
});

describe.each([
  ["PATCH", leavePage],
  ["POST", leavePageByBeacon],
])("%s /analytics/pageview/{id}/leave", (_method, contract) => {
  const ok = { ok: true };
  const leave = (pageViewId: string, fields: { duration: number; scrollDepth?: number }) =>
    call(analytics.broker, contract, { pageViewId, ...fields });
  const newView = async () => (await analytics.view()).id ?? "";

  it("ANL-01 stores duration and scroll depth", async () => {
    const id = await newView();
    expect(await leave(id, { duration: 12, scrollDepth: 40 })).toEqual(ok);
    expect(await analytics.pageView(id)).toMatchObject({ duration: 12, scrollDepth: 40 });
  });

  it.each([uuid(), "abc", "x".repeat(300), "$set", "{}"])("ANL-02 ANL-03 accepts the unknown id %p and changes nothing", async (id) => {
    const before = await analytics.pageViews();
    expect(await leave(id, { duration: 1 })).toEqual(ok);
    expect(await analytics.pageViews()).toEqual(before);
  });

  it.each([
    {},
    { duration: -1 },
    { duration: 3601 },
    { duration: "10" },
    { duration: null },
    { duration: 1, scrollDepth: "40" },
    { duration: 1, scrollDepth: {} },
  ])("ANL-04 ANL-05 ANL-06 refuses %j with 400", async (invalid) => {
    await expect(leave(uuid(), invalid as { duration: number })).rejects.toMatchObject(validationFailed);
  });

  it("ANL-05 accepts the shortest and the longest duration", async () => {
    const [zero, hour] = [await newView(), await newView()];
    await leave(zero, { duration: 0 });
    await leave(hour, { duration: 3600 });
    expect(await durationsOf([zero, hour])).toEqual([0, 3600]);
  });

  it("ANL-06 ANL-07 limits the scroll depth to 0-100 and keeps it when none is reported", async () => {
    const id = await newView();
    for (const [scrollDepth, stored] of [[150, 100] as const, [-5, 0] as const, [33.5, 33.5] as const]) {
      await leave(id, { duration: 5, scrollDepth });
      expect((await analytics.pageView(id)).scrollDepth).toBe(stored);
    }
    await leave(id, { duration: 9 });
    expect(await analytics.pageView(id)).toMatchObject({ scrollDepth: 33.5, duration: 9 });
  });

  it("ANL-12 never reduces a duration, in any order, and keeps the scroll depth when a shorter duration is reported", async () => {
    const id = await newView();
    await Promise.all([5, 60, 20, 59, 1].map((duration) => leave(id, { duration })));
    await leave(id, { duration: 60, scrollDepth: 80 });
    await leave(id, { duration: 3, scrollDepth: 10 });
    expect(await analytics.pageView(id)).toMatchObject({ duration: 60, scrollDepth: 80 });
  });

  it("ANL-07 stores the first scroll depth even if the next view has filled in a longer duration", async () => {
    const [id = ""] = await viewsAt(uuid(), 0, 5);
    await leave(id, { duration: 4.6, scrollDepth: 70 });
    expect((await analytics.pageView(id)).scrollDepth).toBe(70);
  });

  it("ANL-08 answers as usual when the update fails", async () => {
    const id = await newView();
    analytics.runtime.faults.arm({ point: "analytics.leave.update", mode: "error", times: 1 });
    expect(await leave(id, { duration: 5 })).toEqual(ok);
    expect(await durationsOf([id])).toEqual([null]);
  });
});

describe("ANX-01 POST /analytics/heartbeat", () => {
  it("extends the session and the duration of its open view, up to an hour", async () => {
    const { clock } = analytics.runtime;
    clock.set(T0);
    const sessionId = await analytics.sessionId();
    const views = await viewsAt(sessionId, 0, 10);
    const beat = async (second: number) => {
      clock.set(new Date(T0.getTime() + second * SECOND));
      expect(await call(analytics.broker, heartbeat, { sessionId })).toEqual({ ok: true });
    };
    await beat(40);
    expect(await durationsOf(views)).toEqual([10, 30]);
    const { lastActivityAt } = await analytics.session(sessionId);
    expect(lastActivityAt.getTime()).toBeGreaterThanOrEqual(T0.getTime() + 40 * SECOND);
    await beat(20);
    expect(await durationsOf(views)).toEqual([10, 30]);
    expect((await analytics.session(sessionId)).lastActivityAt).toEqual(lastActivityAt);
    await beat(9_000);
    expect(await durationsOf(views)).toEqual([10, 3600]);
  });

  it("changes nothing for an unknown session", async () => {
    const [id = ""] = await viewsAt(uuid(), 0);
    const { sessionId } = await analytics.pageView(id);
    analytics.runtime.clock.set(new Date(T0.getTime() + 30 * SECOND));
    expect(await call(analytics.broker, heartbeat, { sessionId })).toEqual({ ok: true });
    expect(await durationsOf([id])).toEqual([null]);
  });
});
