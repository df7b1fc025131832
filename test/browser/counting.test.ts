import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { BrowserContextOptions, Page } from "playwright-core";
import { LOCALES } from "#libs/contracts/shared.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { translate } from "#libs/platform/i18n/translate.ts";
import { eventually } from "../support/eventually.ts";
import { type CreatorPerson, dataOf } from "../support/test-system.ts";
import { type BrowserSystem, openAs, problemsOf, startBrowserSystem } from "./fixture.ts";

const PHONE = { width: 360, height: 640 };
const LINKS = ["Diary", "Shop"];

/** Weight and colours of the two answers in the consent dialog. */
const ANSWER_STYLES = `[...document.querySelectorAll("button")]
  .filter((button) => ["Allow", "Refuse"].includes(button.textContent.trim()))
  .map((button) => ["fontWeight", "color", "backgroundColor"].map((name) => getComputedStyle(button)[name]))`;

/** Height of the dialog with the texts of each language, in pixels. */
const heightsOfQuestions = `(languages) =>
  languages.map(([locale, ...texts]) => {
    const dialog = document.getElementById("consent");
    dialog.querySelectorAll("p, button").forEach((element, index) => (element.textContent = texts[index]));
    return [locale, dialog.getBoundingClientRect().height];
  })`;

let system: BrowserSystem;
let creator: CreatorPerson;
let path: string;
let bioPageId: string;

beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

/** Each test has a creator of its own, so that its counters start at zero. */
beforeEach(async () => {
  creator = await system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" });
  path = `/${creator.username}`;
  const bio = { bio: `I answer every message.\n${"A longer story. ".repeat(25)}` };
  dataOf(await creator.send("PATCH", `/creators/${creator.creatorId}/bio`, bio), 200);
  for (const title of LINKS) {
    const link = { title, url: `${system.base}/help?${title}` };
    dataOf(await creator.send("POST", `/creators/${creator.creatorId}/links`, link), 201);
  }
  bioPageId = dataOf<{ bioPageId: string }>(await system.send("GET", `/bio${path}`), 200).bioPageId;
});

type Row = Record<string, unknown>;
const rowsOf = (collection: string, filter: object = { bioPageId }) =>
  system.runtime.database("analytics").connection.collection<Row>(collection).find(filter).toArray();
const bioViews = () => rowsOf("bio_page_views");
const sessions = () => rowsOf("analytics_sessions");
const pageViews = () => rowsOf("analytics_page_views", { bioPageId, linkClicked: null });
const countsAre = (expected: { bioViews: number; sessions: number; pageViews: number }) =>
  eventually(async () => {
    const [views, visits, seen] = await Promise.all([bioViews(), sessions(), pageViews()]);
    expect({ bioViews: views.length, sessions: visits.length, pageViews: seen.length }).toEqual(expected);
  });

const question = (page: Page) => page.getByRole("dialog", { name: "May we recognize this browser?" });
const recorded = (page: Page) => page.waitForResponse(/\/analytics\/pageview$/);
const answer = (page: Page, name: "Allow" | "Refuse") => question(page).getByRole("button", { name }).click();
/** Resolves when the page knows the id of its view, with which it reports how long it was read. The row is there earlier. */
const allowAndRecord = async (page: Page) => {
  const [response] = await Promise.all([recorded(page), answer(page, "Allow")]);
  await response.finished();
};
const opened = async (options?: BrowserContextOptions): Promise<Page> => {
  const page = await system.open(path, options);
  await question(page).waitFor();
  return page;
};
const stored = (page: Page) => page.evaluate("[...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort()");

/** Opens the creator's page; its response can be changed on the way. */
const openChanged = async (change: (html: string) => string, options?: BrowserContextOptions): Promise<Page> => {
  const page = await (await system.visitor(options)).newPage();
  await page.route(path, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });
  await page.goto(path);
  return page;
};

describe("the question of consent", () => {
  it("TRK-02 before an answer nothing is stored, and one view without any id is counted", async () => {
    const page = await opened();
    await countsAre({ bioViews: 1, sessions: 0, pageViews: 0 });
    expect((await bioViews())[0]).toMatchObject({ visitorHash: null, isEmbed: false });
    expect(await stored(page)).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    expect(problemsOf(page)).toEqual([]);
  });

  it("VIS-10 leaves the creator's name to be seen on a phone of 320 px, above question, price and button", async () => {
    const page = await opened({ viewport: { width: 320, height: 640 } });
    const name = await page.getByRole("heading", { level: 1 }).boundingBox();
    expect((name?.y ?? 640) + (name?.height ?? 0)).toBeLessThanOrEqual((await question(page).boundingBox())?.y ?? 0);
  });

  it("TRK-03 offers both answers alike, above the bar of a phone, and leaves the page usable", async () => {
    const page = await opened({ viewport: PHONE });
    const [allow, refuse] = ["Allow", "Refuse"].map((name) => question(page).getByRole("button", { name }));
    const styles = (await page.evaluate(ANSWER_STYLES)) as string[][];
    expect(styles).toHaveLength(2);
    expect(styles[0]).toEqual(styles[1]);
    const [left, right] = await Promise.all([allow, refuse].map((button) => button?.boundingBox()));
    expect(Math.abs((left?.width ?? 0) - (right?.width ?? 99))).toBeLessThanOrEqual(2);
    expect(Math.abs((left?.height ?? 0) - (right?.height ?? 99))).toBeLessThanOrEqual(2);
    const box = await question(page).boundingBox();
    const bar = await page.locator(".action-bar").boundingBox();
    expect(box?.height).toBeLessThanOrEqual(160);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1);
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(PHONE.height);
    await page.locator(".action-bar a").first().click({ trial: true });
    await refuse?.focus();
    await page.keyboard.press("Enter");
    await question(page).waitFor({ state: "hidden" });
  });

  it("TRK-03 TRK-07 asks for consent and reports the scroll depth, also when the tracker loads before the rest of the page", async () => {
    const page = await openChanged((html) => html.replace(/(<script src="\/t\.js") async/, "$1"), { viewport: PHONE });
    await allowAndRecord(page);
    await countsAre({ bioViews: 1, sessions: 1, pageViews: 1 });
    await page.goto("/help");
    await eventually(async () => expect((await pageViews())[0]?.scrollDepth).toBe(0));
  });

  it("TRK-04 a visitor who allows counting is counted once with session and view, and is not asked again", async () => {
    const page = await opened();
    await answer(page, "Allow");
    await countsAre({ bioViews: 1, sessions: 1, pageViews: 1 });
    await page.reload();
    await countsAre({ bioViews: 2, sessions: 1, pageViews: 2 });
    expect(await question(page).isVisible()).toBe(false);
    expect(await stored(page)).toEqual(["consent", "visit", "visitor"]);
  });

  it("TRK-05 says before the answer that visits are counted anonymously, and counts that way after a refusal", async () => {
    const page = await opened();
    await question(page).getByText("If not, we count visits without knowing whose.").waitFor();
    await answer(page, "Refuse");
    await page.reload();
    await countsAre({ bioViews: 2, sessions: 0, pageViews: 0 });
    expect((await bioViews()).map(({ visitorHash }) => visitorHash)).toEqual([null, null]);
  });

  it("TRK-05 recognises a browser for the allowed time, and not longer", async () => {
    const page = await opened();
    await answer(page, "Allow");
    await countsAre({ bioViews: 1, sessions: 1, pageViews: 1 });
    await page.evaluate("localStorage.setItem('consent', localStorage.getItem('consent').replace(/\\d{13}/, '1'))");
    await page.reload();
    await question(page).waitFor();
    await eventually(async () => expect(await stored(page)).toEqual(["consent"]));
  });

  it("TRK-03 leaves the page of a phone visible in every language", async () => {
    const page = await opened({ viewport: PHONE });
    const texts = LOCALES.map((locale) => [
      locale,
      ...(["question", "why", "allow", "refuse"] as const).map((part) => translate(locale, `page.consent.${part}`)),
    ]);
    const heights = (await page.evaluate(`(${heightsOfQuestions})(${JSON.stringify(texts)})`)) as [string, number][];
    expect(heights).toHaveLength(LOCALES.length);
    expect(heights.filter(([, height]) => !(height > 0 && height <= 160))).toEqual([]);
  });

  it("TRK-05 a refusal is stored and can be taken back; a later refusal ends the counting", async () => {
    const page = await opened();
    await answer(page, "Refuse");
    expect(await stored(page)).toEqual(["consent"]);
    await page.getByRole("button", { name: "Privacy choices" }).click();
    await answer(page, "Allow");
    await countsAre({ bioViews: 1, sessions: 1, pageViews: 1 });
    await page.getByRole("button", { name: "Privacy choices" }).click();
    const optOut = page.waitForRequest(/\/analytics\/opt-out$/);
    await answer(page, "Refuse");
    await optOut;
    expect(await stored(page)).toEqual(["consent"]);
    await page.reload();
    await countsAre({ bioViews: 2, sessions: 1, pageViews: 1 });
  });
});

describe("counting", () => {
  it("TRK-07 reports how long and how far the page was read", async () => {
    const page = await (await system.visitor({ viewport: PHONE })).newPage();
    await page.clock.install();
    await page.goto(path);
    await allowAndRecord(page);
    await countsAre({ bioViews: 1, sessions: 1, pageViews: 1 });
    await page.evaluate("scrollTo(0, (document.documentElement.scrollHeight - innerHeight) / 2)");
    await eventually(async () => expect(await page.evaluate("scrollY")).toBeGreaterThan(0));
    await page.clock.runFor(5 * MINUTE);
    await page.goto("/help");
    await eventually(async () => {
      const [view] = await pageViews();
      // Seconds. The rest of the test takes less than a minute.
      expect(view?.duration).toBeGreaterThanOrEqual(299);
      expect(view?.duration).toBeLessThanOrEqual(360);
      expect(view?.scrollDepth).toBeGreaterThanOrEqual(45);
      expect(view?.scrollDepth).toBeLessThanOrEqual(55);
    });
  });

  it("TRK-08 counts a click on a link, which opens even when counting fails", async () => {
    const page = await opened();
    await answer(page, "Allow");
    await countsAre({ bioViews: 1, sessions: 1, pageViews: 1 });
    await page.getByRole("link", { name: "Diary" }).click();
    await page.waitForURL(/help\?Diary$/);
    await eventually(async () => {
      const links = dataOf<{ title: string; clicks: number }[]>(await creator.send("GET", `/creators/${creator.creatorId}/links`), 200);
      expect(links.map(({ title, clicks }) => [title, clicks])).toEqual([
        ["Diary", 1],
        ["Shop", 0],
      ]);
      expect(await rowsOf("analytics_page_views", { bioPageId, linkClicked: { $ne: null } })).toHaveLength(1);
    });
    await page.goto(path);
    await page.route(/\/api\/v1\/.*(click|pageview)/, (route) => route.abort());
    await page.getByRole("link", { name: "Shop" }).click();
    await page.waitForURL(/help\?Shop$/);
  });

  it("TRK-09 records a visit of a page that was sent without a token", async () => {
    let loads = 0;
    const page = await openChanged((html) => {
      loads += 1;
      return loads === 1 ? html.replace(/data-token="\w+"/, "data-token") : html;
    });
    await answer(page, "Allow");
    await countsAre({ bioViews: 1, sessions: 1, pageViews: 1 });
  });

  it("TRK-09 records a consent that is given long after the load", async () => {
    const page = await (await system.visitor()).newPage();
    await page.clock.install();
    await page.goto(path);
    await question(page).waitFor();
    system.runtime.clock.advance(12 * MINUTE);
    await page.clock.fastForward(12 * MINUTE);
    await answer(page, "Allow");
    await countsAre({ bioViews: 1, sessions: 1, pageViews: 1 });
  });

  it("TRK-10 the dashboard shows the visits, without those of the owner and of robots", async () => {
    const visit = async (views: number, clicks: readonly string[]) => {
      const page = await opened();
      await Promise.all([recorded(page), answer(page, "Allow")]);
      for (let view = 1; view < views; view += 1) await Promise.all([recorded(page), page.reload()]);
      for (const name of clicks) await Promise.all([recorded(page), page.getByRole("link", { name }).click({ button: "middle" })]);
    };
    await visit(2, ["Diary"]);
    await visit(2, ["Shop"]);
    await visit(1, []);
    const robot = await system.open(path, { userAgent: "Mozilla/5.0 Googlebot/2.1" });
    await answer(robot, "Allow");
    const ownPage = await openAs(system, creator, "/messages");
    await eventually(async () => expect(await ownPage.evaluate("localStorage.getItem('own-page')")).toBe(creator.creatorId));
    await ownPage.goto(path);
    expect(await question(ownPage).isVisible()).toBe(false);
    await eventually(async () => {
      const overview = await creator.send("GET", `/creators/${creator.creatorId}/analytics/overview`);
      expect(dataOf(overview, 200)).toMatchObject({ sessions: 3, pageViews: 5, linkClicks: 2, bioViews: 5 });
    });
    expect([(await sessions()).length, (await pageViews()).length]).toEqual([3, 5]);
  });

  it("TRK-11 counts one view once: loaded twice, restored, and within the history", async () => {
    const page = await openChanged((html) => html.replace(/<script src="\/t\.js"[^>]*><\/script>/, "$&$&"));
    await answer(page, "Allow");
    await countsAre({ bioViews: 1, sessions: 1, pageViews: 1 });
    await page.evaluate("history.pushState(null, '', location.pathname + '?more')");
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    await countsAre({ bioViews: 2, sessions: 1, pageViews: 2 });
    await page.evaluate("history.pushState(null, '', location.pathname + '/more')");
    await countsAre({ bioViews: 3, sessions: 1, pageViews: 3 });
  });
});
