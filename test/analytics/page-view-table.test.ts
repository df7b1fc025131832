import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { exportPageViews } from "#libs/contracts/analytics/index.ts";
import { DAY, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { AnalyticsPageViewDoc } from "#services/analytics/data/analytics-page-view.model.ts";
import { outcomeOf } from "../support/act-as.ts";
import { CHROME, type Fixture, startAnalytics } from "./fixture.ts";

let analytics: Fixture;
beforeAll(async () => {
  analytics = await startAnalytics();
});
afterAll(() => analytics.stop());

const FIRST_DAY = new Date("2031-06-01T00:00:00.000Z");

describe("CNS-13 the page views as a table", () => {
  it("CNS-13 has each page view once in its parts, whatever is recorded between them, also with many of one instant", async () => {
    const owner = analytics.newOwner();
    // Otherwise the range of 30 days could begin after the first view: a running clock counts the pauses of this process, too.
    analytics.runtime.clock.stop();
    analytics.runtime.clock.set(FIRST_DAY);
    const sessionId = await analytics.sessionId({
      ...{ visitorId: "a visitor", bioPageId: owner.bioPageId, userAgent: CHROME },
      trackingToken: await analytics.token(owner.bioPageId),
    });
    const { id } = await analytics.view({ sessionId, bioPageId: owner.bioPageId, path: "/0", url: "https://a.test/0", userAgent: CHROME });
    const first = await analytics.pageView(id);
    const rows = analytics.runtime.database("analytics").connection.collection<AnalyticsPageViewDoc>("analytics_page_views");
    const insert = (path: string, minute: number) =>
      rows.insertOne({ ...first, _id: uuid(), path, enteredAt: new Date(FIRST_DAY.getTime() + minute * MINUTE) });
    // Three, and then five of one instant.
    const minutes = [1, 1, 1, 2, 3, 3, 3, 3, 3, 4];
    for (const [index, minute] of minutes.entries()) await insert(`/${index + 1}`, minute);
    analytics.runtime.clock.set(new Date(FIRST_DAY.getTime() + 30 * DAY));
    const part = (cursor?: string) => owner.call(exportPageViews, { creatorId: owner.creatorId, limit: 2, ...(cursor && { cursor }) });
    const parts = [await part()];
    for (let cursor = parts[0]?.nextCursor; cursor; cursor = parts.at(-1)?.nextCursor) {
      // The range of the last 30 days moves on, and a view arrives late.
      analytics.runtime.clock.advance(MINUTE / 2);
      await insert("/late", 0);
      parts.push(await part(cursor));
    }
    expect(parts.flatMap(({ items }) => items.map(({ path }) => path))).toEqual(Array.from({ length: 11 }, (_, index) => `/${index}`));
    for (const cursor of ["", "1", "x.1", "1.2.3"]) expect(await outcomeOf(part(cursor || " "))).toBe("error.validation_failed");
  });
});
