import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { exportPageViews, getBreakdown } from "#libs/contracts/analytics/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type Fixture, startAnalytics } from "./fixture.ts";

let analytics: Fixture;
beforeAll(async () => {
  analytics = await startAnalytics({ configOverrides: new Map([["CONFIG_SITE_PUBLIC_HOST", "https://www.fans.example.org/"]]) });
});
afterAll(() => analytics.stop());

const LANDING = "https://www.fans.example.org/nova";

/** What the reports of a page show of visits with these referrers, in the order of their number. */
async function shownOf(visits: readonly { readonly referrer?: string; readonly landingPage?: string }[]) {
  const owner = analytics.newOwner();
  const { bioPageId, creatorId } = owner;
  const trackingToken = await analytics.token(bioPageId);
  for (const visit of visits) {
    const sessionId = await analytics.sessionId({ landingPage: LANDING, ...visit, bioPageId, trackingToken });
    await analytics.view({ sessionId, bioPageId });
  }
  const { items } = await owner.call(getBreakdown, { creatorId, dimension: "referrer" });
  const rows = await owner.call(exportPageViews, { creatorId });
  const exported = [
    ...new Set((rows as unknown as { items: { referrerDomain: string }[] }).items.map(({ referrerDomain }) => referrerDomain)),
  ];
  expect(exported.sort()).toEqual(items.map(({ value }) => value).sort());
  return Object.fromEntries(items.map(({ value, count }) => [value, count]));
}

describe("the sources of visits", () => {
  it("FLD-23 pages of the platform are no referrer, under any name of its host", async () => {
    const own = [
      "https://www.fans.example.org/discover",
      "https://fans.example.org/",
      "http://FANS.example.org:3000/other",
      "https://fans.example.org./x",
    ];
    const elsewhere = { referrer: "http://10.0.0.5:3000/discover", landingPage: "http://10.0.0.5:3000/nova" };
    expect(await shownOf([...own.map((referrer) => ({ referrer })), elsewhere, {}])).toEqual({ direct: 6 });
    const others = [
      "https://fans.example.org.evil.test/",
      "https://not-fans.example.org/",
      "https://example.org/",
      "https://evil.test/?fans.example.org",
    ];
    expect(await shownOf(others.map((referrer) => ({ referrer })))).toEqual({
      ...{ "fans.example.org.evil.test": 1, "not-fans.example.org": 1, "example.org": 1, "evil.test": 1 },
    });
  });

  it("FLD-23 hosts that lead to other sites count as the site that leads there", async () => {
    const hosts = [
      "l.instagram.com",
      "www.instagram.com",
      "instagram.com",
      "l.facebook.com",
      "lm.facebook.com",
      "m.facebook.com",
      "t.co",
      "lnkd.in",
    ];
    expect(await shownOf(hosts.map((host) => ({ referrer: `https://${host}/?u=https%3A%2F%2Ffans.example.org` })))).toEqual({
      ...{ "instagram.com": 3, "facebook.com": 3, "x.com": 1, "linkedin.com": 1 },
    });
    expect(await shownOf([{ referrer: "https://l.instagram.com.evil.test/" }, { referrer: "https://al.instagram.com/" }])).toEqual({
      ...{ "l.instagram.com.evil.test": 1, "al.instagram.com": 1 },
    });
  });

  it("FLD-23 apps are shown as their sites, and by their names when they are unknown", async () => {
    const apps = ["com.linkedin.android", "com.google.android.gm", "org.telegram.messenger", "com.instagram.android", "org.example.reader"];
    expect(await shownOf([...apps, "com.linkedin.android"].map((app) => ({ referrer: `android-app://${app}/` })))).toEqual({
      ...{ "linkedin.com": 2, "mail.google.com": 1, "telegram.org": 1, "instagram.com": 1, "org.example.reader": 1 },
    });
  });

  it("FLD-23 hosts are shown in the letters of their readers", async () => {
    const hosts = ["münchen.de", "xn--mnchen-3ya.de", "www.例え.jp", "сайт.рф", "مثال.إختبار", "plain.example.org", "xn--a"];
    const shown = await shownOf(hosts.map((host) => ({ referrer: `https://${host}/${uuid()}` })));
    expect(shown).toEqual({ "münchen.de": 2, "例え.jp": 1, "сайт.рф": 1, "مثال.إختبار": 1, "plain.example.org": 1, "xn--a": 1 });
  });
});
