import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import { csvTable } from "#libs/contract-kit/csv-table.ts";
import {
  exportPageViews,
  getBreakdown,
  getFunnel,
  getOverview,
  getTimeseries,
  identifySession,
  leavePage,
  trackBioView,
} from "#libs/contracts/analytics/index.ts";
import { HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { AnalyticsPageViewDoc } from "#services/analytics/data/analytics-page-view.model.ts";
import type { AnalyticsSessionDoc } from "#services/analytics/data/analytics-session.model.ts";
import { type Actor, actAs, outcomeOf } from "../support/act-as.ts";
import { seededRandom } from "../support/random.ts";
import { CHROME, type Fixture, type Owner, startAnalytics } from "./fixture.ts";
import { planOf, queriesOf } from "./queries.ts";

let analytics: Fixture;
beforeAll(async () => {
  analytics = await startAnalytics();
});
afterAll(() => analytics.stop());
afterEach(() => analytics.runtime.clock.reset());

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Mobile/15E148 Safari/604.1";
const FIRST_DAY = new Date("2031-06-01T00:00:00.000Z");
const range = { from: "2031-06-01", to: "2031-06-05" };

async function sessionOn(page: string, visitorId: string, fields: object = {}): Promise<string> {
  return analytics.sessionId({ visitorId, bioPageId: page, trackingToken: await analytics.token(page), ...fields });
}

/** Every report except the breakdown. */
const reports: readonly ((caller: Actor, params: { creatorId: string; from?: string; to?: string }) => Promise<unknown>)[] = [
  (caller, params) => caller.call(getOverview, params),
  (caller, params) => caller.call(getTimeseries, params),
  (caller, params) => caller.call(getFunnel, params),
  (caller, params) => caller.call(exportPageViews, params),
];

/** Five days of random visits to two pages, with clicks, bots and own visits. Equal seeds give equal visits. */
async function recordRandomVisits(owner: Owner, seed: number): Promise<void> {
  const { below: pick } = seededRandom(seed);
  const other = uuid();
  for (let step = 0; step < 40; step += 1) {
    analytics.runtime.clock.set(new Date(FIRST_DAY.getTime() + pick(5 * 24) * HOUR + pick(3_000) * 1_000));
    const page = pick(5) === 0 ? other : owner.bioPageId;
    const utmSource = ["mail", "=1+1", undefined][pick(3)];
    const userAgent = [CHROME, IPHONE][pick(2)] ?? CHROME;
    const referrer = ["https://www.a.test/x", "https://b.test", undefined][pick(3)];
    const edgeCountry = ["DE", "CH"][pick(2)];
    const utm = { utmSource, utmMedium: `medium ${step % 3}`, utmCampaign: `campaign ${step % 5}` };
    const sessionId = await sessionOn(page, `visitor ${pick(9)}`, { userAgent, ...utm, referrer, edgeCountry });
    for (let view = pick(4); view > 0; view -= 1) {
      const linkClicked = pick(3) === 0 ? uuid() : undefined;
      const viewAgent = pick(6) === 0 ? "curl/8" : userAgent;
      const path = `/${pick(3)}`;
      const fields = { path, url: `https://a.test${path}?${step}`, title: step % 2 ? `title ${step}` : undefined, linkClicked };
      const { id } = await analytics.view({ sessionId, bioPageId: page, ...fields, userAgent: viewAgent });
      if (pick(2)) await call(analytics.broker, leavePage, { pageViewId: id ?? "", duration: pick(100), scrollDepth: pick(101) });
    }
    await call(analytics.broker, trackBioView, {
      bioPageId: page,
      visitorId: `visitor ${pick(9)}`,
      userAgent: pick(4) ? userAgent : "php/8",
    });
    if (pick(6) === 0) await owner.call(identifySession, { sessionId });
  }
  analytics.runtime.clock.set(new Date("2031-06-20T00:00:00.000Z"));
}

/** The rows of a page that count, filtered one by one. */
async function recount({ userId, bioPageId }: Owner) {
  const all = await analytics.sessions();
  const own = all.filter((session) => session.userId === userId);
  const ownVisitors = new Set(own.map(({ visitorHash }) => visitorHash));
  return {
    sessions: all.filter((session) => session.bioPageId === bioPageId && session.userId !== userId),
    pageViews: (await analytics.pageViews({ bioPageId })).filter((row) => !row.isBot && !own.some(({ _id }) => _id === row.sessionId)),
    bioViews: (await analytics.bioViews({ bioPageId })).filter((row) => !row.isBot && !ownVisitors.has(row.visitorHash ?? "")),
  };
}

/** A row with a click is not another view of the page. */
const viewsAmong = <Row extends { readonly linkClicked: string | null }>(rows: readonly Row[]) =>
  rows.filter(({ linkClicked }) => linkClicked === null);
const mean = (values: readonly (number | null)[]): number | null => {
  const measured = values.filter((value) => value !== null);
  return measured.length === 0 ? null : measured.reduce((sum, value) => sum + value, 0) / measured.length;
};
const countBy = (values: readonly (string | null)[]) =>
  [...new Set(values)].map((value) => ({ value, count: values.filter((each) => each === value).length }));
const sorted = (items: readonly { value: string | null; count: number }[]) =>
  items.toSorted((a, b) => b.count - a.count || String(a.value).localeCompare(String(b.value)));

describe.each([1, 2, 3])("ANX-03 the dashboard of a busy page (seed %i)", (seed) => {
  let owner: Owner;
  beforeAll(async () => {
    owner = analytics.newOwner();
    await recordRandomVisits(owner, seed);
  });
  const params = () => ({ creatorId: owner.creatorId, ...range });

  it("the dashboard has the totals of a recount without bots and own visits", async () => {
    const { sessions, pageViews, bioViews } = await recount(owner);
    expect(pageViews.length).toBeGreaterThan(5);
    const overview = await owner.call(getOverview, params());
    expect(overview).toMatchObject({
      from: "2031-06-01T00:00:00.000Z",
      to: "2031-06-06T00:00:00.000Z",
      pageViews: viewsAmong(pageViews).length,
      sessions: sessions.length,
      visitors: new Set(sessions.map(({ visitorHash }) => visitorHash)).size,
      bioViews: bioViews.length,
      linkClicks: pageViews.filter(({ linkClicked }) => linkClicked !== null).length,
    });
    expect(overview.bounceRate).toBeCloseTo(sessions.filter(({ bounced }) => bounced).length / sessions.length, 10);
    expect(overview.averageDuration).toBeCloseTo(mean(pageViews.map(({ duration }) => duration)) ?? Number.NaN, 8);
    expect(overview.averageScrollDepth).toBeCloseTo(mean(pageViews.map(({ scrollDepth }) => scrollDepth)) ?? Number.NaN, 8);
  });

  it("the dashboard has the numbers of a recount for every day", async () => {
    const { sessions, pageViews, bioViews } = await recount(owner);
    const { points } = await owner.call(getTimeseries, params());
    const on = (date: string, at: Date) => at.toISOString().startsWith(date);
    expect(points).toEqual(
      ["2031-06-01", "2031-06-02", "2031-06-03", "2031-06-04", "2031-06-05"].map((date) => {
        const ofDay = sessions.filter(({ createdAt }) => on(date, createdAt));
        return {
          date,
          pageViews: viewsAmong(pageViews).filter(({ enteredAt }) => on(date, enteredAt)).length,
          sessions: ofDay.length,
          visitors: new Set(ofDay.map(({ visitorHash }) => visitorHash)).size,
          bioViews: bioViews.filter(({ createdAt }) => on(date, createdAt)).length,
        };
      }),
    );
  });

  it("the dashboard has the breakdown of a recount by every dimension", async () => {
    const { sessions, pageViews } = await recount(owner);
    const values = {
      country: sessions.map(({ country }) => country),
      device: sessions.map(({ device }) => device),
      browser: sessions.map(({ browser }) => browser),
      os: sessions.map(({ os }) => os),
      referrer: sessions.map(({ referrerDomain }) => referrerDomain),
      utmSource: sessions.map(({ utmSource }) => utmSource),
      page: viewsAmong(pageViews).map(({ path }) => path),
    } as const;
    for (const dimension of Object.keys(values) as (keyof typeof values)[]) {
      const { items } = await owner.call(getBreakdown, { ...params(), dimension });
      expect(sorted(items)).toEqual(sorted(countBy(values[dimension])));
    }
  });

  it("the dashboard has the funnel of a recount", async () => {
    const { sessions, pageViews, bioViews } = await recount(owner);
    const { steps } = await owner.call(getFunnel, params());
    expect(steps).toEqual([
      { step: "BIO_VIEW", count: bioViews.length },
      { step: "SESSION", count: sessions.length },
      { step: "ENGAGED", count: sessions.filter(({ bounced }) => !bounced).length },
      { step: "LINK_CLICK", count: new Set(pageViews.filter((row) => row.linkClicked !== null).map((row) => row.sessionId)).size },
      { step: "PAID_MESSAGE", count: 0 },
    ]);
  });

  it("ANX-04 the dashboard exports every page view, as JSON in pages and as CSV, and identifies no visitor", async () => {
    const { pageViews, sessions } = await recount(owner);
    const pages = await Promise.all([1, 2, 3].map((page) => owner.call(exportPageViews, { ...params(), page, limit: 30 })));
    const items = pages.flatMap((page) => page.items);
    expect(pages[0]).toMatchObject({ total: pageViews.length, page: 1, limit: 30, totalPages: Math.ceil(pageViews.length / 30) });
    expect(items).toHaveLength(pageViews.length);
    expect(items.map(({ enteredAt }) => enteredAt)).toEqual(pageViews.map(({ enteredAt }) => enteredAt.toISOString()).sort());
    const visitOf = new Map(sessions.map((visit) => [visit._id, visit]));
    const rows = pageViews.map(({ enteredAt, url, path, title, duration, scrollDepth, linkClicked, sessionId }) => {
      const { referrerDomain, utmSource, utmMedium, utmCampaign, country, device, browser, os } = visitOf.get(
        sessionId,
      ) as AnalyticsSessionDoc;
      const visit = { referrerDomain, utmSource, utmMedium, utmCampaign, country, device, browser, os };
      return { enteredAt: enteredAt.toISOString(), url, path, title, duration, scrollDepth, linkClicked, ...visit };
    });
    expect(items).toEqual(expect.arrayContaining(rows));
    expect(rows.some(({ linkClicked, duration, title }) => linkClicked && duration && title)).toBe(true);
    const { header, lineOf } = csvTable(exportPageViews);
    expect(header).toBe(`${Object.keys(rows[0] ?? {}).join()}\r\n`);
    const table = items.map(lineOf).join("");
    expect(table).not.toMatch(/(^|,)=/m);
    const text = JSON.stringify([items, table]);
    for (const { _id, visitorHash } of sessions) {
      expect(text).not.toContain(_id);
      expect(text).not.toContain(visitorHash);
    }
  });
});

describe("ANX-03 a report", () => {
  const forbidden = "creator.error.not_owner";
  it("a report is for the owner only, and a foreign creator gets the same error as an unknown one", async () => {
    const [owner, rival] = [analytics.newOwner(), analytics.newOwner()];
    const fan = actAs(analytics.broker, analytics.runtime);
    const params = { creatorId: owner.creatorId };
    for (const report of reports) {
      expect(await outcomeOf(report(owner, params))).toBe("ok");
      expect(await outcomeOf(report(rival, params))).toBe(forbidden);
      expect(await outcomeOf(report(fan, params))).toBe(forbidden);
      expect(await outcomeOf(report(owner, { creatorId: "x" }))).toBe(forbidden);
    }
    expect(await outcomeOf(rival.call(getBreakdown, { ...params, dimension: "os" }))).toBe(forbidden);
    await expect(call(analytics.broker, getOverview, params)).rejects.toMatchObject({ key: "error.unauthorized" });
  });

  it("a report covers at most 366 days, and the last 30 days by default", async () => {
    analytics.runtime.clock.set(new Date("2032-02-20T12:00:00.000Z"));
    const owner = analytics.newOwner();
    const timeseries = (requested: object) => owner.call(getTimeseries, { creatorId: owner.creatorId, ...requested });
    const invalid = [
      { from: "2031-01-01", to: "2032-01-02" },
      { from: "2031-06-02", to: "2031-06-01" },
      { from: "2031-06-01T00:00:00Z", to: "2031-06-01T00:00:00Z" },
      { from: "2033-01-01" },
    ];
    for (const requested of invalid) expect(await outcomeOf(timeseries(requested))).toBe("analytics.error.invalid_range");
    expect((await timeseries({ from: "2031-01-01", to: "2032-01-01" })).points).toHaveLength(366);
    expect((await timeseries({ from: "2031-06-01", to: "2031-06-01" })).points).toHaveLength(1);
    expect((await timeseries({})).points).toHaveLength(31);
    await expect(timeseries({ granularity: "hour" })).rejects.toMatchObject({ key: "error.validation_failed" });
    await expect(owner.call(getBreakdown, { creatorId: owner.creatorId, dimension: "visitorHash" as "os" })).rejects.toMatchObject({
      key: "error.validation_failed",
    });
  });

  it("a report returns zeros and null averages for a page without visits", async () => {
    const owner = analytics.newOwner();
    expect(await owner.call(getOverview, { creatorId: owner.creatorId })).toMatchObject({
      ...{ pageViews: 0, sessions: 0, visitors: 0, bioViews: 0, linkClicks: 0, bounceRate: 0 },
      ...{ averageDuration: null, averageScrollDepth: null },
    });
  });
});

describe("ANX-04 an export with very long texts", () => {
  it.each(["json", "csv"] as const)("fits into one message of the bus as %s", async (format) => {
    const owner = analytics.newOwner();
    const { bioPageId } = owner;
    const long = '"'.repeat(500);
    const sessionId = await sessionOn(bioPageId, uuid(), {
      utmSource: long.slice(0, 255),
      utmMedium: long.slice(0, 255),
      utmCampaign: long.slice(0, 255),
    });
    const { id } = await analytics.view({ sessionId, bioPageId, url: long, path: long, title: long });
    const row = await analytics.pageView(id);
    const copies = Array.from({ length: 499 }, () => ({ ...row, _id: uuid() }));
    await analytics.runtime.database("analytics").connection.collection<AnalyticsPageViewDoc>("analytics_page_views").insertMany(copies);
    const page = await owner.call(exportPageViews, { creatorId: owner.creatorId, format });
    expect(page.total).toBe(500);
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(1_000_000);
  });
});

describe("the query plans of the reports", () => {
  it("ANX-03 every query of a report uses an index and examines rows of its page and range only", async () => {
    const owner = analytics.newOwner();
    await recordRandomVisits(owner, 9);
    const params = { creatorId: owner.creatorId, ...range };
    const connection = analytics.runtime.database("analytics").connection;
    const queries = await queriesOf(connection, async () => {
      for (const report of reports) await report(owner, params);
      for (const dimension of ["os", "page"] as const) await owner.call(getBreakdown, { ...params, dimension });
    });
    expect(queries.length).toBeGreaterThanOrEqual(14);
    for (const query of queries) {
      const { text, examined } = await planOf(connection, query);
      expect([query, text]).toEqual([query, expect.stringContaining("IXSCAN")]);
      expect(text).not.toMatch(/COLLSCAN|"SORT"/);
      expect(examined).toBeLessThanOrEqual(140);
    }
  });
});
