import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { pageWeight } from "../support/page-weight.ts";
import { dataOf } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, LAYOUT_SHIFT, openAs, problemsOf, startBrowserSystem } from "./fixture.ts";
import { hasFocus } from "./focus.ts";
import { paidMessage } from "./paid-messages.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterAll(() => system?.stop());

const isWider = "document.documentElement.scrollWidth > innerWidth";
const fontsOf = (page: Page) => {
  const urls: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "font") urls.push(new URL(request.url()).pathname);
  });
  return urls;
};

/** The size of the largest part that was painted. */
const LARGEST = `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.size ?? 0))
  .observe({ type: "largest-contentful-paint", buffered: true }))`;

describe("the parts", () => {
  it.each(
    (["light", "dark"] as const).flatMap((colorScheme) =>
      ["en", "ar"].flatMap((lang) => [1280, 390].map((width) => ({ colorScheme, lang, width }))),
    ),
  )("VIS-11 /design has no finding of axe and fits: $colorScheme, $lang, $width px", async ({ colorScheme, lang, width }) => {
    const page = await system.open(`/design?lang=${lang}`, { colorScheme, viewport: { width, height: 800 } });
    expect(await accessibilityProblems(page)).toEqual([]);
    expect([await page.evaluate(isWider), problemsOf(page)]).toEqual([false, []]);
    await system.closeWindows();
  });

  it("VIS-04 each state of the money has a word, a colour and a form of its own", async () => {
    const page = await system.open("/design");
    const states = (await page.evaluate(`[...document.querySelectorAll(".note")].map((note) => {
      const ring = note.querySelector(".ring");
      return {
        words: note.querySelector(".stub").innerText.replace(/\\s+/g, " "),
        form: ring?.innerHTML ?? null,
        colours: [getComputedStyle(note.querySelector(".stub")).backgroundColor, ring && getComputedStyle(ring.querySelector(".arc, .sign")).stroke].join(),
      };
    })`)) as { words: string; form: string | null; colours: string }[];
    expect(states).toHaveLength(7);
    expect(states.map(({ form }) => form === null)).toEqual([...Array(6).fill(false), true]);
    const [fresh, held, late, checked, answered, back] = states;
    for (const key of ["words", "form"] as const)
      expect(new Set([fresh, held, late, checked, answered, back].map((state) => state?.[key])).size).toBe(6);
    expect(new Set([held, late, answered, back].map((state) => state?.colours)).size).toBe(4);
    expect([checked?.words, answered?.words, back?.words]).toEqual([
      expect.stringContaining("Being checked"),
      expect.stringContaining("Answered"),
      expect.stringContaining("No reply"),
    ]);
    await system.closeWindows();
  });

  it("VIS-04 the ring fits and differs at twice the text, from right to left and in forced colours", async () => {
    const page = await system.open("/design?lang=ar", { forcedColors: "active", viewport: { width: 390, height: 800 } });
    const client = await page.context().newCDPSession(page);
    await client.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
    await page.reload();
    expect(await page.evaluate(isWider)).toBe(false);
    const drawn = (await page.evaluate(`[...document.querySelectorAll(".note > .stub > .ring")].map((ring) => {
      const { width, right } = ring.getBoundingClientRect();
      const paint = getComputedStyle(ring.querySelector(".arc, .sign")).stroke;
      return [width > 40, right <= innerWidth, paint !== getComputedStyle(ring.closest(".stub")).backgroundColor];
    })`)) as boolean[][];
    expect(drawn).toEqual(Array(6).fill([true, true, true]));
    const arrows = `[...document.querySelectorAll(".mark-box.back .icon, .ring[data-state=back]")].map((each) => getComputedStyle(each).scale)`;
    expect(new Set(await page.evaluate<string[]>(arrows))).toEqual(new Set(["-1 1"]));
    await system.closeWindows();
  });
});

describe("the font", () => {
  it("VIS-03 only languages in its script ask for it; each of its files is kept under its hash", async () => {
    const asked = new Map<string, readonly string[]>();
    for (const lang of ["en", "de", "cs", "ar", "ja", "uk"]) {
      const page = await (await system.visitor()).newPage();
      const urls = fontsOf(page);
      await page.goto(`/register?lang=${lang}`);
      await page.evaluate("document.fonts.ready.then(() => true)");
      asked.set(lang, [...new Set(urls)].map((path) => path.replace(/-\w{8}\./, ".")).sort());
      for (const path of urls)
        expect((await fetch(system.base + path)).headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      await system.closeWindows();
    }
    const [latin, extended] = ["/assets/domine-latin-wght-normal.woff2", "/assets/domine-latin-ext-wght-normal.woff2"];
    expect(Object.fromEntries(asked)).toEqual({ en: [latin], de: [latin], cs: [extended, latin], ar: [], ja: [], uk: [] });
  });

  it.each(["blocked", "slow"])("VIS-03 with a %s font the text is there at once and nothing moves", async (how) => {
    const page = await (await system.visitor()).newPage();
    let release = () => {};
    const later = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/*.woff2", async (route) => {
      if (how === "blocked") return route.abort();
      await later;
      await route.continue();
    });
    await page.goto("/help", { waitUntil: "domcontentloaded" });
    const boxes =
      "JSON.stringify([...document.querySelectorAll('.brand, h1, h2, p')].map((each) => each.getBoundingClientRect().toJSON()))";
    // Until the first paint the browser waits a moment for the font.
    await eventually(async () => expect(await page.evaluate("performance.getEntriesByName('first-contentful-paint').length")).toBe(1));
    const before = await page.evaluate(boxes);
    release();
    await page.evaluate(
      "document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))",
    );
    expect(await page.evaluate(boxes)).toBe(before);
    await system.closeWindows();
  });
});

it("VIS-04 the ring and the time left are renewed each minute, silently", async () => {
  const { fan, sessionId } = await paidMessage(system);
  const page = await openAs(system, fan, "/help");
  // A hidden page does not poll.
  await page.addInitScript("Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })");
  await page.clock.install();
  await page.goto(`/messages/${sessionId}`);
  const ring = page.locator(".note .arc");
  const left = page.locator(".note .left");
  await left.getByText("48 h left").waitFor();
  expect(await ring.getAttribute("stroke-dasharray")).toBe("100 100");
  // Nothing is loaded again, so that only the minute can renew it.
  await page.route("**/api/**", () => undefined);
  await page.clock.fastForward("24:00:00");
  await left.getByText("24 h left").waitFor();
  expect(await ring.getAttribute("stroke-dasharray")).toBe("50 100");
  await page.clock.fastForward("21:30:00");
  await left.getByText("2 h left").waitFor();
  expect(await page.locator(".note.held.late").count()).toBe(1);
  expect(await page.locator("[aria-live] .note, .note [aria-live], .note [role=status]").count()).toBe(0);
  await system.closeWindows();
});

describe("the header", () => {
  const summaryOf = (page: Page) => page.locator("summary", { hasText: "Account" });

  it("VIS-06 shows the free balance, the name and the number of news; the menu works by keyboard", async () => {
    const fan = await system.newFan("12.34");
    await fan.send("PATCH", "/auth/me", { displayName: "Maximiliane Theodora von Ahrenberg-Sündt", timezone: "Europe/Berlin" });
    const page = await openAs(system, fan, "/settings/profile", { viewport: { width: 1280, height: 800 } });
    await page.locator(".purse").getByText("€12.34").waitFor();
    expect(await page.locator(".account .face").textContent()).toBe("MA");
    expect(await page.locator(".panel").isVisible()).toBe(false);
    await summaryOf(page).focus();
    await page.keyboard.press("Enter");
    await page.locator(".panel").getByText("Maximiliane Theodora von Ahrenberg-Sündt").waitFor();
    await page.keyboard.press("Tab");
    await hasFocus(page, "Following", "on.innerText.trim()");
    await page.keyboard.press("Escape");
    await hasFocus(page, "MA\nAccount", "on.innerText.trim()");
    expect(await page.locator(".panel").isVisible()).toBe(false);
    await page.keyboard.press("Enter");
    await page.locator("h1").click();
    expect(await page.locator(".panel").isVisible()).toBe(false);
    await summaryOf(page).click();
    await page.keyboard.press("Shift+Tab");
    await page.locator(".panel").waitFor({ state: "hidden" });
    await summaryOf(page).click();
    await page.locator(".panel").getByRole("link", { name: "Support" }).click();
    await page.waitForURL("**/support");
    expect(await page.locator(".panel").isVisible()).toBe(false);
    // Pages for everybody show it too.
    await page.goto("/help");
    await page.locator(".purse").getByText("€12.34").waitFor();
    expect(await page.locator(".account .face").textContent()).toBe("MA");
    expect(problemsOf(page)).toEqual([]);
    await system.closeWindows();
  });

  it("VIS-06 a creator finds what a fan has in the menu, and sees news as a number", async () => {
    const { fan, creator, messageId } = await paidMessage(system);
    const [atHome, page] = [await openAs(system, creator, "/messages"), await openAs(system, fan, "/wallet")];
    await summaryOf(atHome).click();
    const links = atHome.locator(".panel").getByRole("link");
    await eventually(async () =>
      expect(await links.allTextContents()).toEqual(expect.arrayContaining(["Discover", "Wallet", "Following", "Settings", "Support"])),
    );
    expect(await atHome.locator(".purse").isVisible()).toBe(false);
    await page.locator("h1").waitFor();
    await creator.send("POST", `/messages/${messageId}/reply`, { content: "A 35 mm." });
    await page.locator('.bell [data-count="notifications"]').getByText("1", { exact: true }).waitFor();
    await system.closeWindows();
  });

  it.each(["en", "ar"])("VIS-06 at 390 px the ways stand at the foot and the header is one line (%s)", async (lang) => {
    const fan = await system.newFan("9876.54");
    await fan.send("PATCH", "/auth/me", { displayName: "Maximiliane Theodora von Ahrenberg-Sündt", timezone: "Europe/Berlin" });
    const page = await openAs(system, fan, "/wallet", { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true });
    await page.goto(`/wallet?lang=${lang}`);
    await page.locator(".account .face").waitFor();
    await page.locator(".account summary").click();
    const box = async (place: string) =>
      (await page.locator(place).boundingBox()) ?? { x: Number.NaN, y: Number.NaN, width: Number.NaN, height: Number.NaN };
    const [ways, header, panel] = [await box(".ways"), await box("header"), await box(".panel")];
    expect([ways.y + ways.height, header.height, await page.evaluate(isWider)]).toEqual([780, 56, false]);
    expect([panel.x >= 0, panel.x + panel.width <= 390]).toEqual([true, true]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await system.closeWindows();
  });
});

/** Widths of the window, in which something stands on the screen, together. */
const FILLED = `(() => {
  const spans = [];
  for (const element of document.querySelectorAll("main *")) {
    const own = [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim() !== "");
    const range = document.createRange();
    const rects = own.flatMap((node) => (range.selectNode(node), [...range.getClientRects()]));
    if (element.matches("img, svg, input, select, textarea, .button, button, .card, .note, .vault, .link-card, .list, .cards > li, .notice, .empty, .tabs, .tiles > div"))
      rects.push(element.getBoundingClientRect());
    for (const { left, right, top, width, height } of rects) if (width > 1 && height > 1 && top < innerHeight) spans.push([left, right]);
  }
  let [filled, end] = [0, 0];
  for (const [left, right] of spans.sort((a, b) => a[0] - b[0])) {
    filled += Math.max(0, right - Math.max(left, end));
    end = Math.max(end, right);
  }
  return filled / innerWidth;
})()`;

it("VIS-05 at 1280 px no page leaves more than half of the width empty above the fold", async () => {
  const { fan, creator, messageId, sessionId } = await paidMessage(system);
  await creator.send("POST", `/messages/${messageId}/reply`, { content: "A 35 mm." });
  const pages: (readonly [Parameters<typeof openAs>[1], readonly string[]])[] = [
    [
      fan,
      [
        ...[
          "/messages",
          `/messages/${sessionId}`,
          `/messages/${sessionId}/receipts/${messageId}`,
          "/wallet",
          "/notifications",
          "/following",
        ],
        ...["/settings/profile", "/settings/security", "/settings/notifications", "/settings/privacy", "/support", "/statements"],
        ...["/become-creator", `/${creator.username}/message`, "/help", "/legal/terms", "/legal/privacy"],
      ],
    ],
    [creator, ["/messages", "/page", "/dashboard", "/payouts", "/settings/messages", "/settings/vacation", "/settings/identity"]],
  ];
  const narrow: string[] = [];
  for (const [person, paths] of pages) {
    const page = await openAs(system, person, paths[0] ?? "", { viewport: { width: 1280, height: 800 } });
    for (const path of paths) {
      await page.goto(path);
      await page.locator("main h1").waitFor();
      await eventually(async () => expect(await page.locator("main .skeleton").count()).toBe(0));
      const filled = () => page.evaluate<number>(FILLED);
      const isFilled = async () => expect(await filled()).toBeGreaterThanOrEqual(0.5);
      await eventually(isFilled).catch(async () => narrow.push(`${path} ${(await filled()).toFixed(2)}`));
    }
    await system.closeWindows();
  }
  expect(narrow).toEqual([]);
});

describe("the weight of a page", () => {
  it.each(["/", "creator", "/discover", "compose", "/help"])("VIS-02 %s is light, still, and complete without its script", async (path) => {
    const { username, creatorId, send } = await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" });
    const bio =
      "Light, lenses and borrowed cameras. I have photographed weddings in dark churches for ten years, and answer everything about them.";
    dataOf(await send("PATCH", `/creators/${creatorId}/bio`, { bio: `${bio} ${bio}` }), 200);
    const address = { creator: `/${username}`, compose: `/${username}/message` }[path] ?? path;
    const files = new Set<string>();
    const page = await (await system.visitor({ viewport: { width: 390, height: 780 } })).newPage();
    page.on("response", (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.startsWith("/api/")) files.add(response.url());
    });
    await page.goto(address, { waitUntil: "networkidle" });
    expect(await page.evaluate<number>(LAYOUT_SHIFT)).toBeLessThanOrEqual(0.01);
    expect([...files].some((url) => url.endsWith(".woff2"))).toBe(true);
    expect(await pageWeight(files)).toBeLessThanOrEqual(100_000);
    const largest = await page.evaluate<number>(LARGEST);
    const plain = await (await system.visitor({ viewport: { width: 390, height: 780 } })).newPage();
    await plain.route("**/*.js", (route) => route.abort());
    await plain.goto(address, { waitUntil: "networkidle" });
    expect(largest).toBeGreaterThan(0);
    expect(await plain.evaluate<number>(LARGEST)).toBeGreaterThanOrEqual(largest);
    await system.closeWindows();
  });
});
