import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { startTestSystem, type TestSystem } from "../support/test-system.ts";
import { type GetPage, pageClient } from "./page-client.ts";

let system: TestSystem;
let get: GetPage;
beforeAll(async () => {
  system = await startTestSystem({ configOverrides: new Map([["CONFIG_PAGES_ENABLED", "true"]]) });
  get = pageClient(system.base);
});
afterAll(() => system.stop());

describe("the pages that a stranger sees first", () => {
  it("EAS-04 the tagline of the site is in the reader's language: by default, from an object of locales, or one text for all", async () => {
    const headline = async (lang: string) => /<h1[^>]*>([^<]*)/.exec((await get(`/?lang=${lang}&at=${performance.now()}`)).html)?.[1];
    expect([await headline("en"), await headline("de")]).toEqual(["Messages that matter", "Nachrichten, die zählen"]);
    const admin = await system.admin();
    const set = (value: unknown) => admin.send("PATCH", "/admin/config/keys/tagline", { value });
    expect((await set({ en: "Ask them", de: "Frag sie" })).status).toBe(200);
    await eventually(async () => expect([await headline("de"), await headline("ar")]).toEqual(["Frag sie", "Ask them"]));
    expect((await set("Ask us")).status).toBe(200);
    await eventually(async () => expect(await headline("de")).toBe("Ask us"));
    for (const wrong of [
      { de: "Frag sie" },
      { en: "Ask", xx: "?" },
      { en: "" },
      { en: 1 },
      { en: "Ask", de: null },
      ["Ask"],
      1,
      null,
      { en: "x".repeat(201) },
    ])
      expect([wrong, (await set(wrong)).status]).toEqual([wrong, 400]);
    expect((await set({ en: "A test", de: "Ja" })).status).toBe(422);
    expect((await set({ en: "Ask", es: "Todo para ti" })).status).toBe(200);
    await admin.send("POST", "/admin/config/keys/tagline/reset");
  });

  it("EAS-04 a help article without a translation says in which language it is", async () => {
    const admin = await system.admin();
    await admin.send("POST", "/admin/help/categories", { name: "Money", slug: "money" });
    const article = {
      title: "How refunds work",
      slug: "refunds-en",
      content: "<p>They do.</p>",
      category: "money",
      locale: "en",
      status: "PUBLISHED",
    };
    expect((await admin.send("POST", "/admin/help/articles", article)).status).toBe(201);
    for (const path of ["/help", "/help/refunds-en"]) {
      await eventually(async () => expect((await get(`${path}?lang=ar`)).html).toContain('<span class="chip" lang="en">English</span>'));
      expect((await get(`${path}?lang=en`)).html).not.toContain('<span class="chip" lang="en">');
    }
  });

  it.each(["/", "/discover", "/help"])(
    "PGE-11 %s says to search engines and messengers what it is, once for all its addresses",
    async (path) => {
      const { html } = await get(`${path}?lang=en`);
      const address = system.runtime.config.read("site.public_host") + path;
      expect(html).toContain(`<link rel="canonical" href="${address}"/>`);
      expect(html).toContain(`<meta property="og:url" content="${address}"/>`);
      const texts = [...html.matchAll(/(?:name="description"|property="og:(?:title|description)") content="([^"]{4,300})"/g)];
      expect(texts).toHaveLength(3);
    },
  );

  it("VIS-07 / is the home of a user for browsers that show one, and the front page for all others, from one cache or none", async () => {
    const visitor = await get("/?lang=en");
    const user = await get("/?lang=en", { cookie: "signed-in=1" });
    expect([visitor, user, await get("/?lang=en")].map(({ html }) => /data-shell="(\w+)"/.exec(html)?.[1])).toEqual([
      "public",
      "app",
      "public",
    ]);
    expect(user.html).toContain('<meta name="robots" content="noindex"/>');
    expect(visitor.html).not.toContain("noindex");
    for (const { headers } of [visitor, user]) {
      expect(headers.get("vary")).toContain("Cookie");
      expect(headers.get("cache-control")).toBe("private, no-cache");
    }
    expect(user.headers.get("etag")).not.toBe(visitor.headers.get("etag"));
    const elsewhere = await get("/discover?lang=en", { cookie: "signed-in=1" });
    expect(elsewhere.html).toContain('data-shell="public"');
  });

  it("PGE-03 the start shows what a creator earns of ten answers, after the share of the operator", async () => {
    const { html } = await get("/?lang=en");
    for (const amount of ["120.00", "-24.00", "96.00"]) expect(html).toContain(`<data value="${amount}"`);
    expect(html).toContain("keeps 20%");
  });

  it("VIS-07 the start computes what a creator earns of a price and a number of answers, also without a script", async () => {
    const sums = async (query: string) =>
      [...(await get(`/?lang=en&${query}`)).html.matchAll(/data-sum="\w+"><data value="([^"]+)"/g)].map(([, amount]) => amount);
    expect(await sums("price=7.50&answers=40")).toEqual(["300.00", "-60.00", "240.00"]);
    // The fee of 0.99 is 0.20 in the ledger, for each message by itself.
    expect(await sums("price=0.99&answers=100")).toEqual(["99.00", "-20.00", "79.00"]);
    const example = ["120.00", "-24.00", "96.00"];
    for (const query of ["price=&answers=", "price=abc&answers=2", "price=5&answers=0", "price=5&answers=1e9", "price=-5&answers=2"])
      expect(await sums(query)).toEqual(example);
    expect((await get("/?lang=de&price=7,50&answers=40")).html).toContain('value="7,50"');
    expect((await get("/?lang=en&price=%22%3E%3Cb%3E&answers=2")).html).not.toContain("<b>");
    await system.setConfig("creator.commission_bronze", 0.25);
    expect(await sums("price=8&answers=1")).toEqual(["8.00", "-2.00", "6.00"]);
  });

  it("VIS-10 the start and a creator's page say how long a reply may take, and that nothing is added to the price", async () => {
    const { username } = await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" });
    await system.setConfig("dm.timeout_hours", 36);
    for (const path of ["/", `/${username}`]) {
      const { html } = await get(`${path}?lang=en&terms=1`);
      expect([path, html]).toEqual([path, expect.stringContaining("Reply within 36 hours or your money back")]);
      expect([path, html]).toEqual([path, expect.stringContaining("The price is all you pay: there are no fees on top.")]);
    }
  });

  it("CRW-18 cards and page of a creator say what a message costs, how many are answered, and how soon", async () => {
    const [paid, slow, fresh] = [
      await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" }),
      await system.newCreator(),
      await system.newCreator(),
    ];
    const profiles = system.runtime.database("creator").connection.collection<{ username: string }>("creator_profiles");
    await profiles.updateOne({ username: paid.username }, { $set: { answers: { percent: 92, withinHours: 6 } } });
    await profiles.updateOne({ username: slow.username }, { $set: { answers: { percent: 40, withinHours: 168 } } });
    const chips = (html: string) => [...html.matchAll(/class="chip(?: good)?"><svg.*?<\/svg> ([^<]*)<\/span>/g)].map(([, text]) => text);
    const cardOf = (html: string, { username }: { username: string }) => html.split(`href="/${username}"`)[1]?.split("</a>")[0] ?? "";
    for (const path of ["/", "/discover"]) {
      // No other test has asked for this address, so the rendering is new.
      const { html } = await get(`${path}?lang=en&cards=1`);
      expect(chips(cardOf(html, paid))).toEqual(["Answers 92% within 6 h"]);
      expect(cardOf(html, paid)).toContain("<strong>from €5.00</strong>");
      expect(chips(cardOf(html, slow))).toEqual(["Answers 40% within 7 days"]);
      expect(chips(cardOf(html, fresh))).toEqual([]);
    }
    const found = (await get(`/discover?q=${paid.username}&lang=en`)).html;
    expect(chips(cardOf(found, paid))).toEqual(["Answers 92% within 6 h"]);
    const page = async ({ username }: { username: string }) => chips((await get(`/${username}?lang=en`)).html);
    expect([await page(paid), await page(slow), await page(fresh)]).toEqual([
      ["Answers 92% within 6 h"],
      ["Answers 40% within 7 days"],
      [],
    ]);
    expect(chips((await get(`/${paid.username}?lang=ar`)).html)[0]).toMatch(/92/);
  });

  it("PGE-04 only a paid creator's page explains how money is held", async () => {
    const paid = await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" });
    const free = await system.newCreator({ dmType: "FREE" });
    const explains = async (username: string) => (await get(`/${username}?lang=en`)).html.includes("holds your money until");
    expect([await explains(paid.username), await explains(free.username)]).toEqual([true, false]);
  });
});
