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

  it("PGE-03 the start shows what a creator earns of ten answers, after the share of the operator", async () => {
    const { html } = await get("/?lang=en");
    for (const amount of ["120.00", "-24.00", "96.00"]) expect(html).toContain(`<data value="${amount}"`);
    expect(html).toContain("keeps 20%");
  });

  it("PGE-04 only a paid creator's page explains how money is held", async () => {
    const paid = await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" });
    const free = await system.newCreator({ dmType: "FREE" });
    const explains = async (username: string) => (await get(`/${username}?lang=en`)).html.includes("Your money is held until they reply.");
    expect([await explains(paid.username), await explains(free.username)]).toEqual([true, false]);
  });
});
