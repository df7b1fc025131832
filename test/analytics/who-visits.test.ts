import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import { sendBatch, trackBioView } from "#libs/contracts/analytics/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { APP_BROWSERS, BOTS, PEOPLE, TOOLS } from "../support/user-agents.ts";
import { CHROME, type Fixture, startAnalytics } from "./fixture.ts";

let analytics: Fixture;
beforeAll(async () => {
  analytics = await startAnalytics();
});
afterAll(() => analytics.stop());
afterEach(() => setTokens([]));

const setTokens = (value: readonly string[]) =>
  analytics.runtime.config.update({
    revision: `${uuid()}.1`,
    values: [{ key: "analytics.bot_tokens", scope: null, value: [...value] }],
    flags: [],
    killSwitches: [],
  });

/** How a visit with a user agent is counted: its session, its views, alone and in a batch, and the view of the page. */
async function countedOf(userAgent: string) {
  const [bioPageId, utmTerm, path] = [uuid(), uuid(), `/${uuid()}`];
  const view = { sessionId: uuid(), url: "https://a.test/x", path };
  await Promise.all([
    analytics.newSession({ userAgent, utmTerm }),
    analytics.view({ ...view, userAgent }),
    call(analytics.broker, sendBatch, { events: [{ kind: "PAGE_VIEW", ...view }], userAgent }),
    call(analytics.broker, trackBioView, { bioPageId, userAgent }),
  ]);
  const [views, bioViews] = [await analytics.pageViews({ path }), await analytics.bioViews({ bioPageId })];
  expect([views.length, bioViews.length]).toEqual([2, 1]);
  const isCounted = ({ isBot }: { readonly isBot: boolean }) => !isBot;
  return {
    sessions: (await analytics.sessions({ utmTerm })).length,
    views: views.filter(isCounted).length,
    bioViews: bioViews.filter(isCounted).length,
  };
}

const COUNTED = { sessions: 1, views: 2, bioViews: 1 };
const IGNORED = { sessions: 0, views: 0, bioViews: 0 };

describe("who visits", () => {
  it.each(Object.entries(APP_BROWSERS))("FLD-01 the visit of a person in the browser of %s counts", async (_name, userAgent) => {
    expect(await countedOf(userAgent)).toEqual(COUNTED);
  });
  it.each(PEOPLE)("FLD-01 the visit of %j counts", async (userAgent) => {
    expect(await countedOf(userAgent)).toEqual(COUNTED);
  });
  it.each(BOTS)("FLD-01 the visit of %j does not count", async (userAgent) => {
    expect(await countedOf(userAgent)).toEqual(IGNORED);
  });
  it.each(TOOLS)("FLD-02 the visit of %j does not count", async (userAgent) => {
    expect(await countedOf(userAgent)).toEqual(IGNORED);
  });

  it("FLD-02 a name that the operator adds does not count from then on, as a word of a product, also inside an app", async () => {
    const named = [`${CHROME} AcmeChecker/2`, `${CHROME} Site-Checker.io/1`, `${CHROME} weathercheckers`, `${APP_BROWSERS.instagram} acme`];
    for (const userAgent of named) expect(await countedOf(userAgent)).toEqual(COUNTED);
    setTokens(["Acme", "checker.io", "checker"]);
    for (const userAgent of named) expect([userAgent, await countedOf(userAgent)]).toEqual([userAgent, IGNORED]);
    const other = [
      "Mozilla/5.0 (Linux; Android 14; Acme One) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36",
      `${CHROME} Sacmed/1`,
      CHROME,
    ];
    for (const userAgent of other) expect([userAgent, await countedOf(userAgent)]).toEqual([userAgent, COUNTED]);
    setTokens(["a.c"]);
    expect(await countedOf(`${CHROME} abc/1`)).toEqual(COUNTED);
    setTokens([]);
    for (const userAgent of named) expect(await countedOf(userAgent)).toEqual(COUNTED);
    expect(await countedOf("axios/1.6.2")).toEqual(IGNORED);
  });
});
